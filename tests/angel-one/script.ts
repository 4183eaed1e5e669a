import type { Rules } from './exchange.ts';

/** Effect of a call at the broker, and its answer. The two need not have to do with each other. */
export interface Fault {
  /** `reject`: accepted at first, then rejected by the broker's risk check. */
  readonly effect?: 'accept' | 'reject' | 'none';
  /** The effect comes so much later than the call. */
  readonly effectAfterMs?: number;
  readonly rejectText?: string;
  readonly answer?: AnswerFault;
  readonly answerAfterMs?: number;
}

export type AnswerFault =
  | 'normal'
  /** Never. */
  | 'none'
  /** The connection breaks. */
  | 'drop'
  | 'html'
  | 'empty'
  | 'empty-400'
  /** JSON that ends in the middle. */
  | 'garbled'
  | 'server-error'
  /** Plain text with 403. */
  | 'rate'
  | 'bare-403'
  /** The gateway's envelope: invalid token, unregistered address. */
  | 'session'
  | 'address'
  | { readonly status?: number; readonly text: string };

const lost = (answer: AnswerFault): Fault => ({ effect: 'none', answer });

/** Moods by name. What has no `accepted` or `rejected` in it has no effect. */
export const MOODS = {
  'time-out-accepted': { answer: 'none' },
  'time-out-rejected': { effect: 'reject', answer: 'none' },
  'time-out-lost': lost('none'),
  'drop-accepted': { answer: 'drop' },
  'drop-lost': lost('drop'),
  'accepted-then-rejected': { effect: 'reject' },
  'html-accepted': { answer: 'html' },
  'garbled-accepted': { answer: 'garbled' },
  'server-error-accepted': { answer: 'server-error' },
  html: lost('html'),
  empty: lost('empty'),
  'empty-400': lost('empty-400'),
  garbled: lost('garbled'),
  'server-error': lost('server-error'),
  rate: lost('rate'),
  'bare-403': lost('bare-403'),
  session: lost('session'),
  address: lost('address'),
  'status-false': lost({
    text: '{"status":"false","message":"Something Went Wrong, Please Try After Sometime","errorcode":"AB1004","data":"null"}',
  }),
} as const satisfies Readonly<Record<string, Fault>>;
export type Mood = keyof typeof MOODS;

/** Script of faults, call by call; nothing goes wrong unless told. */
export class Script implements Rules {
  private readonly queues = new Map<string, Fault[]>();
  /** How often each report of the order socket is sent. */
  reportTimes = 1;
  /** How old what the books show is. */
  bookLagMs = 0;
  /** How much of the next fills comes at once; all unless told. */
  fillShare = 1;
  /**
   * Who lets delivered shares go: nobody yet, the owner for today, or a power of attorney, of which the answer says no
   * more than that there is nothing to agree to.
   */
  depository: 'not-authorised' | 'authorised' | 'attorney' = 'not-authorised';
  /** Whether delivered shares must be let go before their sale. Until then an order to sell them is rejected. */
  asksDepository = false;
  /**
   * Delay after which an order with a fault is reported rejected. It is accepted before; 0 rejects it before the
   * answer.
   */
  rejectsAfterMs = 100;
  market: 'open' | 'closed' = 'open';
  /**
   * Largest distance of a limit from the last price. The same holds from its trigger; null where only the day's limits
   * count.
   */
  priceProtectionPercent: number | null = null;
  /** Why the broker's risk check rejects whatever comes; null when it does not. */
  riskText: string | null = null;

  /** For the next call of an endpoint that has none yet; `endpoint` is the last part of its path. */
  next(endpoint: string, fault: Mood | Fault): this {
    const queue = this.queues.get(endpoint) ?? [];
    queue.push(typeof fault === 'string' ? MOODS[fault] : fault);
    this.queues.set(endpoint, queue);
    return this;
  }

  nextOrder(fault: Mood | Fault): this {
    return this.next('placeOrder', fault);
  }

  /** Forget the faults that have not happened yet. */
  forget(): void {
    this.queues.clear();
  }

  nextFault(endpoint: string): Fault {
    return this.queues.get(endpoint)?.shift() ?? {};
  }
}
