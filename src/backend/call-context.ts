import type { Language } from '../shared/languages.ts';
import type { Attempt } from './attempt.ts';

/** The user of a call, and the session it is made in. */
export interface Caller {
  /** 0 for calls that need no sign-in. */
  readonly userId: number;
  readonly sessionId: number;
}

/** The caller of a call, and how it is made. */
export interface CallContext extends Caller {
  /** Drawn for this call alone: a key of what it does, where its caller has sent none. No proxy chooses it. */
  readonly ownKey: string;
  /** Address the request came from. */
  readonly address: string;
  /** Key of limits per address; null where many share the address. */
  readonly source: string | null;
  /** Of the client, as it calls itself. */
  readonly device: string;
  /** Language of the answer's sentences, where they exist in it. English where none is asked for. */
  readonly language: Language;
  /** Present on calls that take an idempotency key. */
  readonly attempt: Attempt | null;
}
