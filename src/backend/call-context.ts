/** Who is calling, and how. */
export interface CallContext {
  /** 0 for calls that need no sign-in. */
  readonly userId: number;
  readonly sessionId: number;
  readonly requestId: string;
  /** Address the request came from. */
  readonly address: string;
  /** Present on money calls. */
  readonly idempotencyKey: string | null;
}
