import type { CallOptions, Endpoint, OutputOf } from '../../shared/contract/endpoint.ts';
import { session } from '../../shared/contract/session.ts';
import { UNAUTHORISED_MESSAGE, fail, succeed } from '../../shared/failure.ts';
import type { Result } from '../../shared/failure.ts';
import type { Language } from '../../shared/languages.ts';
import { readAnswer, withoutAnswer } from './answer.ts';
import { NoAnswerError } from './http.ts';
import type { HttpAnswer, Send, Target } from './http.ts';
import { requestOf } from './request.ts';
import { TokenQueue } from './token-queue.ts';
import type { Pass, Tokens } from './token-queue.ts';

export interface GatewayDeps {
  readonly send: Send;
  /** The backend in use; waits while it starts, and is null at once when it is away. */
  readonly target: () => Promise<Target | null>;
  /** Keeps a rotated pair; must settle within three seconds. */
  readonly store: (tokens: Tokens) => Promise<void>;
  readonly onExpired: () => void;
  /** A call of a signed-in person was carried out: the backend is there. */
  readonly onAnswered?: () => void;
  /** Language of the answers. */
  readonly language: () => Language;
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * Limit of one try to renew the session. Two tries and the keychain (three seconds) end within ten seconds, the longest
 * that anybody waits.
 */
const RENEWAL_TRY_MS = 3_500;
const AWAY = fail('unavailable', 'The trading service is not running. It is being started again.');

/** Carries the contract's calls to the backend in use. Every call ends in a Result; none is left hanging. */
export class Gateway {
  readonly tokens: TokenQueue;
  readonly #deps: GatewayDeps;
  /** Where a pair came from: it is revoked there, whatever server is in use by then. */
  readonly #homes = new WeakMap<object, Target>();

  constructor(deps: GatewayDeps) {
    this.#deps = deps;
    this.tokens = new TokenQueue({
      renew: (refreshToken) => this.#renew(refreshToken),
      store: deps.store,
      revoke: (tokens) => void this.revoke(tokens),
      onExpired: deps.onExpired,
    });
  }

  /** A call of a signed-in person. A refusal for an old token is answered with a new one, once. */
  async call<E extends Endpoint>(
    endpoint: E,
    input: Fields,
    options: CallOptions = {},
  ): Promise<Result<OutputOf<E>>> {
    const result = await this.#callWithRenewal(endpoint, input, options);
    if (result.ok) this.#deps.onAnswered?.();
    // readAnswer has parsed the value with the endpoint's own schema.
    return result as Result<OutputOf<E>>;
  }

  /** A call at the door: sign in, register. Its 401 is about the name and password, and starts no renewal. */
  async callAtDoor(endpoint: Endpoint, input: Fields, timeoutMs?: number): Promise<Result<unknown>> {
    const target = await this.#deps.target();
    if (!target) return AWAY;
    const answered = await this.#sendAtDoor(target, endpoint, input, timeoutMs);
    if (answered.ok && typeof answered.value === 'object' && answered.value !== null)
      this.#homes.set(answered.value, target);
    return answered;
  }

  /**
   * Makes tokens worthless at the server. An access token that has run out is renewed first, since signing out needs
   * one; a server that cannot be reached lets them run out by themselves.
   */
  async revoke(tokens: {
    readonly accessToken: string | null;
    readonly refreshToken: string;
  }): Promise<void> {
    const target = this.#homes.get(tokens) ?? (await this.#deps.target());
    if (!target) return;
    const input = { refreshToken: tokens.refreshToken };
    const pass = { accessToken: tokens.accessToken ?? '', renewals: 0, epoch: 0 };
    const answered = tokens.accessToken && (await this.#callWith(pass, target, session.logout, input, {}));
    if (answered && !isSessionRefusal(answered)) return;
    const renewed = (await this.#sendAtDoor(target, session.refresh, input)) as Result<Tokens>;
    if (!renewed.ok) return;
    const { accessToken, refreshToken } = renewed.value;
    await this.#callWith({ ...pass, accessToken }, target, session.logout, { refreshToken }, {});
  }

  async #callWithRenewal(endpoint: Endpoint, input: Fields, options: CallOptions): Promise<Result<unknown>> {
    if (endpoint.money && options.idempotencyKey === undefined)
      return fail('invalid', 'This call moves money and needs an idempotency key.');
    const target = await this.#deps.target();
    if (!target) return AWAY;
    const first = await this.tokens.pass();
    if (!first.ok) return first;
    const answered = await this.#callWith(first.value, target, endpoint, input, options);
    if (!isSessionRefusal(answered)) return this.#ofThisSession(first.value, answered);
    const second = await this.tokens.passAfter(first.value);
    if (!second.ok) return second;
    const again = await this.#callWith(second.value, target, endpoint, input, options);
    if (!isSessionRefusal(again)) return this.#ofThisSession(second.value, again);
    this.tokens.expire(second.value);
    return fail('unauthorised', UNAUTHORISED_MESSAGE);
  }

  async #renew(refreshToken: string): Promise<Result<Tokens>> {
    const target = await this.#deps.target();
    if (!target) return AWAY;
    const once = () => this.#trySend(target, session.refresh, { refreshToken }, RENEWAL_TRY_MS);
    let answer = await once();
    // The reply may have been lost after the server had rotated; it answers the same again for ten seconds.
    if (answer instanceof NoAnswerError) answer = await once();
    if (answer instanceof Error)
      return fail('unavailable', 'The session could not be renewed: no answer came.');
    if (answer.status === 401) return fail('unauthorised', UNAUTHORISED_MESSAGE);
    const read = readAnswer(session.refresh, answer);
    if (read.ok) {
      const tokens = read.value as Tokens;
      this.#homes.set(tokens, target);
      return succeed(tokens);
    }
    return fail('unavailable', `The session could not be renewed: ${read.failure.message}`);
  }

  async #trySend(
    target: Target,
    endpoint: Endpoint,
    input: Fields,
    timeoutMs: number,
  ): Promise<HttpAnswer | Error> {
    const headers = this.#headers({ 'X-Api-Token': target.apiToken });
    const request = { ...requestOf(endpoint, input, {}, headers), timeoutMs };
    return this.#deps.send(target, request).catch((error: Error) => error);
  }

  async #sendAtDoor(target: Target, endpoint: Endpoint, input: Fields, timeoutMs = 30_000) {
    const answer = await this.#trySend(target, endpoint, input, timeoutMs);
    return answer instanceof Error ? withoutAnswer(endpoint, answer) : readAnswer(endpoint, answer);
  }

  async #callWith(pass: Pass, target: Target, endpoint: Endpoint, input: Fields, options: CallOptions) {
    const headers = this.#headers({ Authorization: `Bearer ${pass.accessToken}` });
    try {
      return readAnswer(
        endpoint,
        await this.#deps.send(target, requestOf(endpoint, input, options, headers)),
      );
    } catch (error) {
      return withoutAnswer(endpoint, error);
    }
  }

  #headers(own: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
    return { 'Accept-Language': this.#deps.language(), ...own };
  }

  /** Reject what was requested for a session that has ended meanwhile. It is not for a user who signed in since. */
  #ofThisSession(pass: Pass, result: Result<unknown>): Result<unknown> {
    return pass.epoch === this.tokens.epoch ? result : fail('unauthorised', UNAUTHORISED_MESSAGE);
  }
}

const isSessionRefusal = (result: Result<unknown>): boolean =>
  !result.ok && result.failure.code === 'session';
