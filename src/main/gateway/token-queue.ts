import { UNAUTHORISED_MESSAGE, fail, succeed } from '../../shared/failure.ts';
import type { Failure, Result } from '../../shared/failure.ts';

export interface Tokens {
  readonly accessToken: string;
  readonly refreshToken: string;
}

/** An access token, and how many renewals had ended before it. They are counted when it is handed out. */
export interface Pass {
  readonly accessToken: string;
  readonly renewals: number;
  /** Raised by every sign-in and sign-out: what belongs to another session is not for this one. */
  readonly epoch: number;
}

export interface TokenQueueDeps {
  /** Asks the server for a new pair. `unauthorised` ends the session; any other failure leaves it. */
  readonly renew: (refreshToken: string) => Promise<Result<Tokens>>;
  /** Keeps a rotated pair; waited for before anybody goes on. */
  readonly store: (tokens: Tokens) => Promise<void>;
  /** Makes tokens worthless at the server, as well as it can. */
  readonly revoke: (tokens: Tokens) => void;
  /** The server ended the session. */
  readonly onExpired: () => void;
}

const UNAUTHORISED = fail('unauthorised', UNAUTHORISED_MESSAGE);

/**
 * Tokens of the session, and the app's one renewal at a time. A call that was refused waits for the renewal under way,
 * or takes the outcome of one that ended after it was sent; only then is a new one begun.
 */
export class TokenQueue {
  readonly #deps: TokenQueueDeps;
  #tokens: { accessToken: string | null; refreshToken: string } | null = null;
  #epoch = 0;
  #renewals = 0;
  #lastFailure: Failure | null = null;
  #underWay: PromiseWithResolvers<Result<Pass>> | null = null;

  constructor(deps: TokenQueueDeps) {
    this.#deps = deps;
  }

  get hasSession(): boolean {
    return this.#tokens !== null;
  }
  get epoch(): number {
    return this.#epoch;
  }

  /** Begins a session; without an access token the first call renews. */
  start(tokens: { readonly accessToken: string | null; readonly refreshToken: string }): void {
    this.end();
    this.#tokens = { ...tokens };
  }

  /** Ends the session at once: waiting calls fail, and the tokens of a renewal that answers later are revoked. */
  end(): { readonly accessToken: string | null; readonly refreshToken: string } | null {
    const ended = this.#tokens;
    this.#tokens = null;
    this.#epoch++;
    this.#lastFailure = null;
    this.#settle(UNAUTHORISED);
    return ended;
  }

  /** A token to send a call with. */
  async pass(): Promise<Result<Pass>> {
    if (!this.#tokens) return UNAUTHORISED;
    const { accessToken } = this.#tokens;
    return accessToken === null ? this.#renew() : succeed(this.#passOf(accessToken));
  }

  /** Token to retry with, after the server refused one as `session`. */
  async passAfter(refused: Pass): Promise<Result<Pass>> {
    if (refused.epoch !== this.#epoch || !this.#tokens) return UNAUTHORISED;
    if (refused.renewals === this.#renewals) return this.#renew();
    if (this.#lastFailure) return { ok: false, failure: this.#lastFailure };
    return this.pass();
  }

  /** The server refused a token that it had just made: the session is over. */
  expire(refused: Pass): void {
    if (refused.epoch !== this.#epoch || refused.renewals !== this.#renewals || !this.#tokens) return;
    this.end();
    this.#deps.onExpired();
  }

  #passOf = (accessToken: string): Pass => ({ accessToken, renewals: this.#renewals, epoch: this.#epoch });

  #settle(outcome: Result<Pass>): void {
    const waiting = this.#underWay;
    this.#underWay = null;
    waiting?.resolve(outcome);
  }

  #renew(): Promise<Result<Pass>> {
    if (this.#underWay) return this.#underWay.promise;
    this.#underWay = Promise.withResolvers();
    const { promise } = this.#underWay;
    void this.#runRenewal(this.#epoch, this.#tokens?.refreshToken ?? '');
    return promise;
  }

  async #runRenewal(epoch: number, refreshToken: string): Promise<void> {
    const renewed = await this.#deps.renew(refreshToken);
    if (epoch !== this.#epoch) {
      if (renewed.ok) this.#deps.revoke(renewed.value);
      return;
    }
    if (renewed.ok) {
      const unkept = await this.#deps.store(renewed.value).then(
        () => null,
        (error: Error) => error,
      );
      // Signed out while it was being kept.
      if (epoch !== this.#epoch) return this.#deps.revoke(renewed.value);
      this.#tokens = { ...renewed.value };
      this.#renewals++;
      this.#lastFailure = null;
      // The new token is valid all the same: waiting calls fail with the reason, and later calls use it.
      if (unkept)
        return this.#settle(fail('internal', `The renewed session could not be kept: ${unkept.message}`));
      return this.#settle(succeed(this.#passOf(renewed.value.accessToken)));
    }
    this.#renewals++;
    if (renewed.failure.code === 'unauthorised') {
      this.end();
      this.#deps.onExpired();
      return;
    }
    this.#lastFailure = renewed.failure;
    this.#settle(renewed);
  }
}
