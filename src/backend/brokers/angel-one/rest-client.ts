import { BrokerTrouble } from '../broker.ts';
import type { BrokerNo } from './broker-text.ts';
import { clientHeaders } from './client-headers.ts';
import { type HttpOutcome, sendHttp } from './http-request.ts';
import { RateExceeded, type RateLimiter, type TurnOptions, TurnWithdrawn } from './rate-limiter.ts';
import type { Lane } from './rate-limits.ts';
import { type Answer, type RawAnswer, readAnswer } from './read-answer.ts';
import { systemTiming, type Timing } from './timing.ts';

type FailedRequest = Extract<HttpOutcome, { kind: 'failed' }>;

/** The broker's own clients wait as long. */
const PATIENCE_MS = 7_000;
const PREFIX = '/rest/secure/angelbroking';

export interface RestCall {
  readonly method: 'GET' | 'POST';
  /** Below `/rest/secure/angelbroking`, or the whole path when it starts with `/rest/`. */
  readonly path: string;
  readonly lane: Lane;
  /** Conditions of its wait for a turn. */
  readonly turn?: TurnOptions;
  readonly body?: unknown;
  /**
   * A read that can be done without. A price for the eye alone is one: it is asked once, and a refusal for its rate
   * holds back its own lane, never an order.
   */
  readonly isDispensable?: boolean;
  /** A shorter way to the data of a long answer; null where the answer is not written as usual. */
  readonly readQuickly?: (answer: RawAnswer) => object | null;
}

/**
 * An answer, or why there is none. `wasSent` is false only when nothing can have left this computer; `mayPass` when
 * what went wrong there may be over in a moment.
 */
export type Outcome = Answer & { readonly wasSent: boolean; readonly mayPass?: boolean };

export interface RestClientOptions {
  readonly root: string;
  readonly limiter: RateLimiter;
  readonly apiKey: string;
  readonly patienceMs?: number;
  readonly timing?: Timing;
}

/** The pauses after which a failed read is tried again. Only for failures that may be over in a moment. */
const AGAIN_AFTER_MS = [500, 1_500];
/** Calls that are no reads: asked again only where the broker's gate has let nothing through. */
const NEVER_AGAIN: readonly Lane[] = ['orders', 'login', 'refresh', 'logout'];

const no = (wasSent: boolean, why: Omit<BrokerNo, 'isCertain'>): Outcome => ({
  isOk: false,
  isCertain: !wasSent,
  wasSent,
  ...why,
});

const WITHDRAWN = no(false, { kind: 'withdrawn', sentence: 'Taken back before it was sent.', said: '' });

const noAnswer = ({ wasSent, isTimeout, code }: FailedRequest): Outcome => {
  const sentence = isTimeout
    ? 'Angel One did not answer in time.'
    : wasSent
      ? 'The connection to Angel One broke before the answer came.'
      : 'Angel One cannot be reached. Check the internet connection.';
  return no(wasSent, { kind: 'unreachable', sentence, said: isTimeout ? 'time-out' : code });
};

/** Asks Angel One over HTTP: each call once, in its turn, with nothing secret in what comes back of a failure. */
export class RestClient {
  readonly #apiKey: string;
  readonly #root: string;
  readonly #limiter: RateLimiter;
  readonly #patienceMs: number;
  readonly #timing: Timing;

  constructor(options: RestClientOptions) {
    this.#apiKey = options.apiKey;
    this.#root = options.root;
    this.#limiter = options.limiter;
    this.#patienceMs = options.patienceMs ?? PATIENCE_MS;
    this.#timing = options.timing ?? systemTiming;
  }

  /** Never throws for anything that happens on the way. `jwt` is null before the login. */
  async send(call: RestCall, jwt: string | null): Promise<Outcome> {
    try {
      await this.#limiter.turn(call.lane, call.turn);
    } catch (error) {
      if (error instanceof TurnWithdrawn) return WITHDRAWN;
      if (!(error instanceof RateExceeded)) throw error;
      const sentence =
        'Too much is being asked of Angel One at once, so this was not sent. Try again in a moment.';
      return no(false, { kind: 'rate', sentence, said: '' });
    }
    const answer = await this.#sendInTurn(call, jwt);
    if (!answer.isOk && answer.kind === 'rate') {
      if (call.isDispensable) this.#limiter.pushBackLane(call.lane);
      else this.#limiter.pushBack();
    }
    return answer;
  }

  /**
   * The data of an answer, of a call that changes nothing. One that came too soon for the broker is asked again in its
   * turn, and a read at which something went wrong over there a few times, a while later each. An order never is.
   * @throws BrokerTrouble
   */
  async request(call: RestCall, jwt: string | null): Promise<unknown> {
    const isRead = !NEVER_AGAIN.includes(call.lane);
    let answer = await this.send(call, jwt);
    for (const [times, waitMs] of AGAIN_AFTER_MS.entries()) {
      if (answer.isOk || !answer.wasSent || call.isDispensable) break;
      const cameTooSoon = answer.kind === 'rate' && (isRead || times === 0);
      if (!cameTooSoon && !(isRead && answer.mayPass)) break;
      // After too much was asked the limiter holds everything back by itself.
      if (!cameTooSoon) await new Promise<void>((resolve) => this.#timing.after(waitMs, resolve));
      answer = await this.send(call, jwt);
    }
    if (!answer.isOk) throw new BrokerTrouble(answer.kind, answer.sentence, answer.said);
    return answer.data;
  }

  async #sendInTurn(
    { method, path, body, turn, readQuickly }: RestCall,
    jwt: string | null,
  ): Promise<Outcome> {
    const headers = clientHeaders(this.#apiKey);
    if (jwt !== null) headers['Authorization'] = `Bearer ${jwt}`;
    const outcome = await sendHttp({
      method,
      url: `${this.#root}${path.startsWith('/rest/') ? path : PREFIX + path}`,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
      patienceMs: this.#patienceMs,
      // It may have been taken back while its turn came, or while the connection was made.
      mayLeave: () => turn?.signal?.aborted !== true && turn?.mayLeave?.() !== false,
    });
    if (outcome.kind === 'withdrawn') return WITHDRAWN;
    if (outcome.kind === 'failed') return noAnswer(outcome);
    const data = readQuickly?.(outcome) ?? null;
    if (data !== null) return { isOk: true, data, message: '', wasSent: true };
    const answer = readAnswer(outcome);
    if (answer.isOk) return { ...answer, wasSent: true };
    const clean = (text: string): string => this.#withoutSecrets(text, jwt, body);
    const mayPass = answer.kind === 'temporary' || outcome.status >= 500;
    return { ...answer, said: clean(answer.said), sentence: clean(answer.sentence), wasSent: true, mayPass };
  }

  /** The broker may say back what it was told. */
  #withoutSecrets(said: string, jwt: string | null, body: unknown): string {
    const fields = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
    const secrets = [this.#apiKey, jwt, fields['password'], fields['totp'], fields['refreshToken']];
    return secrets
      .filter((secret): secret is string => typeof secret === 'string' && secret !== '')
      .reduce((text, secret) => text.replaceAll(secret, '[removed]'), said);
  }
}
