import type {
  BrokerInstrument,
  BrokerRule,
  BrokerRules,
  ChangeOutcome,
  Placement,
  RuleReport,
} from '../../src/backend/brokers/broker.ts';
import { BrokerTrouble } from '../../src/backend/brokers/broker.ts';
import type { Random } from '../../src/engine/random.ts';

/** True state of a rule, whatever its sender is told. */
interface TrueRule {
  readonly ruleId: string;
  rule: BrokerRule;
  state: 'waiting' | 'sent' | 'cancelled';
  /** When it comes into the list, epoch ms. */
  readonly arrivesAt: number;
  /** Whether it was made in the app of the broker. */
  readonly isElsewhere: boolean;
  /** Side of the trigger on which the price was. */
  readonly isBelow: boolean;
}

/** How often each fault happens, 0 to 1. */
export interface RuleFaults {
  /** A creation is not answered. */
  readonly timeOut: number;
  /** An unanswered one is not there. */
  readonly lost: number;
  /** An unanswered one comes a minute late. */
  readonly late: number;
  readonly refused: number;
  /** A cancellation is not answered; half of these are done. */
  readonly cancelTimeOut: number;
  /** The list is not answered. */
  readonly noList: number;
}

export const NO_RULE_FAULTS: RuleFaults = {
  ...{ timeOut: 0, lost: 0, late: 0, refused: 0, cancelTimeOut: 0, noList: 0 },
};

const NO_ANSWER = { outcome: 'unknown', reason: 'No answer came in time.' } as const;
const LATE_MS = 60_000;

interface Options {
  readonly random: Random;
  readonly now: () => number;
  readonly priceOf: (instrument: BrokerInstrument) => number | undefined;
  /** A rule has triggered: its order stands in the book as its owner's own. */
  readonly onTrigger: (rule: BrokerRule) => void;
}

/** Rules of a broker in virtual time. Their faults come from a seed, and tests compare with the truth. */
export class SeededRules implements BrokerRules {
  readonly truth: TrueRule[] = [];
  faults = NO_RULE_FAULTS;
  /** Rows that the list shows beside the rules. */
  oddRows: RuleReport[] = [];
  /** Rules that the list leaves out. */
  readonly hidden = new Set<string>();
  /** Why the next creation is refused; null while none is. */
  refusal: string | null = null;
  /** Creations that came in. */
  created = 0;
  /** Held back until it resolves: the answer to a creation. */
  onTheWay: Promise<void> | null = null;
  private readonly options: Options;

  constructor(options: Options) {
    this.options = options;
  }

  private chance(probability: number): boolean {
    return probability > 0 && this.options.random.uniform() < probability;
  }

  private add(rule: BrokerRule, arrivesAt: number, isElsewhere: boolean): TrueRule {
    const price = this.options.priceOf(rule.instrument) ?? Number.POSITIVE_INFINITY;
    const ruleId = String(this.truth.length + 1);
    const made: TrueRule = {
      ...{ ruleId, rule, state: 'waiting', arrivesAt, isElsewhere, isBelow: rule.trigger < price },
    };
    this.truth.push(made);
    return made;
  }

  /** The account holder makes a rule in the app of the broker. */
  byOwner(rule: BrokerRule): string {
    return this.add(rule, this.options.now(), true).ruleId;
  }

  async create(rule: BrokerRule): Promise<Placement> {
    this.created++;
    await this.onTheWay;
    const { faults, options } = this;
    if (this.refusal !== null) return { outcome: 'refused', kind: 'order', reason: this.refusal };
    const isTimeOut = this.chance(faults.timeOut);
    if (isTimeOut && this.chance(faults.lost)) return NO_ANSWER;
    if (this.chance(faults.refused))
      return isTimeOut ? NO_ANSWER : { outcome: 'refused', kind: 'order', reason: 'Refused by the broker.' };
    const isLate = isTimeOut && this.chance(faults.late);
    const { ruleId } = this.add(rule, options.now() + (isLate ? LATE_MS : 0), false);
    return isTimeOut ? NO_ANSWER : { outcome: 'accepted', brokerOrderId: ruleId };
  }

  cancel(ruleId: string): Promise<ChangeOutcome> {
    const rule = this.truth.find((one) => one.ruleId === ruleId);
    const isTimeOut = this.chance(this.faults.cancelTimeOut);
    if (isTimeOut && this.chance(0.5)) return Promise.resolve(NO_ANSWER);
    if (rule?.state !== 'waiting')
      return Promise.resolve({ outcome: 'refused', kind: 'order', reason: 'Invalid Rule ID' });
    rule.state = 'cancelled';
    return Promise.resolve(isTimeOut ? NO_ANSWER : { outcome: 'accepted' });
  }

  list(): Promise<readonly RuleReport[]> {
    if (this.chance(this.faults.noList))
      return Promise.reject(new BrokerTrouble('unreachable', 'Angel One did not answer in time.'));
    const now = this.options.now();
    const rows = this.truth
      .filter(({ ruleId, arrivesAt }) => arrivesAt <= now && !this.hidden.has(ruleId))
      .map(({ ruleId, state, rule: { instrument, side, quantity, trigger, price } }) => ({
        ...{ ruleId, state, exchange: instrument.exchange, token: instrument.token },
        tradingSymbol: instrument.tradingSymbol,
        terms: { side, quantity, trigger, price },
      }));
    return Promise.resolve([...rows, ...this.oddRows]);
  }

  /** The market comes to a price: what it reaches is sent. */
  moveTo(price: number, symbol: string): void {
    for (const one of this.truth) {
      if (one.state !== 'waiting' || one.rule.instrument.symbol !== symbol) continue;
      if (one.arrivesAt > this.options.now()) continue;
      if (one.isBelow ? price > one.rule.trigger : price < one.rule.trigger) continue;
      one.state = 'sent';
      this.options.onTrigger(one.rule);
    }
  }

  /** Rules that wait in truth, those of the app left out. */
  get waiting(): TrueRule[] {
    return this.truth.filter(({ state, isElsewhere }) => state === 'waiting' && !isElsewhere);
  }
}
