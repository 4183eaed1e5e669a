import type { Language } from '../shared/languages.ts';
import type { Attempt } from './attempt.ts';

/** Who is calling, and how. */
export interface CallContext {
  /** 0 for calls that need no sign-in. */
  readonly userId: number;
  readonly sessionId: number;
  readonly requestId: string;
  /** Address the request came from. */
  readonly address: string;
  /** What limits per address are kept by; null where many share the address. */
  readonly source: string | null;
  /** Of the client, as it calls itself. */
  readonly device: string;
  /** Language of the answer's sentences, where they exist in it. English where none is asked for. */
  readonly language: Language;
  /** Present on calls that take an idempotency key. */
  readonly attempt: Attempt | null;
}
