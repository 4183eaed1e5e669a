import type { KeyScope } from '../shared/contract/endpoint.ts';
import type { Language } from '../shared/languages.ts';
import type { Attempt } from './attempt.ts';

/** The user of a call, and the session it is made in. */
export interface Caller {
  /** 0 for calls that need no sign-in. */
  readonly userId: number;
  readonly sessionId: number;
}

/** A key by which a script calls in a user's name. */
export interface ScriptKey {
  readonly keyId: number;
  readonly name: string;
  readonly scopes: readonly KeyScope[];
  /** Strategies that it is limited to; null without such a limit. */
  readonly onlyStrategyIds: readonly number[] | null;
  readonly perMinute: number;
  readonly perDay: number;
  /** Epoch ms. */
  readonly expiresAt: number;
  /** Day in India of its last call, and that day's calls. */
  readonly countedDay: string | null;
  readonly callsOfDay: number;
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
  /** The key that a script calls with; null of a person's own window. */
  readonly key: ScriptKey | null;
  /** Present on calls that take an idempotency key. */
  readonly attempt: Attempt | null;
}
