import type { Logger } from 'pino';
import { chooseExpiry } from '../../../engine/legs/contract-choice.ts';
import { phaseAt } from '../../../engine/trading/trading-day.ts';
import type { LegDocument } from '../../../shared/leg-document.ts';
import { clockToMinutes, istMinuteOfDay, MINUTE_MS, minuteStart } from '../../../shared/time.ts';
import { type BrokerInstrument, BrokerTrouble } from '../../brokers/broker.ts';
import type { Clock } from '../../clock.ts';
import { findInstrument } from '../../market/instrument-master.ts';
import { Refusal } from '../../refusal.ts';
import { LegRunner, type LegRunnerDeps } from '../../trading/legs/leg-runner.ts';
import { contractKey } from '../contract-key.ts';
import { LegCover, type LegCoverDeps } from './leg-cover.ts';
import { LiveChains, type LiveChainsDeps } from './live-chains.ts';

export interface LiveLegsDeps
  extends
    Omit<LegRunnerDeps, 'marketOf' | 'account' | 'fundsOfLegs'>,
    Omit<LegCoverDeps, 'chains'>,
    LiveChainsDeps {
  readonly clock: Clock;
  readonly logger: Logger;
  /** Subscribes what is watched anew. @throws BrokerTrouble */
  readonly watch: () => Promise<unknown>;
}

/** Ticks of a minute may be this late; then it closes. */
const GRACE_MS = 2_000;
/** Minutes around an entry in which its options are watched. */
const [BEFORE_ENTRY, AFTER_ENTRY] = [10, 7] as const;
/** The most options that are watched for choices. */
const MOST_WATCHED = 600;
const OPTION = { kind: 'option' } as const;

/** Whether a document may choose strikes after its entry. */
const choosesAgain = ({ legs }: LegDocument): boolean =>
  legs.some(({ onStop, onTarget }) => [onStop, onTarget].some((again) => again && again.how !== 'at-cost'));

/** Whether all legs are closed before the day of their expiry. */
const endsBefore = ({ entry, exit }: LegDocument): boolean =>
  exit.daysBeforeExpiry === null ? (entry.daysToExpiry?.from ?? 0) > 0 : exit.daysBeforeExpiry > 0;

/** Strategies with legs on an account at a broker: their contracts, prices and turns. */
export class LiveLegs {
  readonly runner: LegRunner;
  private readonly deps: LiveLegsDeps;
  private readonly chains: LiveChains;
  /** The last minute that was evaluated to its end, epoch ms. */
  private doneUntil: number;
  private watched = '';
  private turn: Promise<void> | null = null;
  private refreshing: Promise<void> | null = null;

  constructor(deps: LiveLegsDeps) {
    this.deps = deps;
    this.doneUntil = minuteStart(deps.clock.now());
    this.chains = new LiveChains(deps);
    this.runner = new LegRunner({
      ...deps,
      marketOf: (underlying) => this.chains.marketOf(underlying),
      // The broker says what legs block, before they are ordered.
      fundsOfLegs: () => 0,
      account: new LegCover({ ...deps, chains: this.chains }),
    });
  }

  /**
   * Read what a document needs before it is evaluated.
   * @throws Refusal `refused` when its contracts are not listed, or would be delivered; BrokerTrouble
   */
  async prepare(document: LegDocument): Promise<void> {
    const { underlying } = document;
    if (findInstrument(underlying)?.kind !== 'index-proxy' && !endsBefore(document))
      throw new Refusal(
        'refused',
        `Contracts on ${underlying} are settled by delivery of the shares. With real money its legs must be closed before the day of expiry.`,
      );
    if (!(await this.chains.load(underlying)))
      throw new Refusal('refused', `The broker lists no futures or options on ${underlying}.`);
  }

  /** The broker's instrument of a contract; null of one that is not listed, or not loaded. */
  instrumentOf(symbol: string): BrokerInstrument | null {
    return this.chains.instrumentOf(symbol);
  }

  /** Instruments whose prices legs need now. What is held is watched anyway. */
  instruments(): BrokerInstrument[] {
    const now = istMinuteOfDay(this.deps.clock.now());
    const wanted: (BrokerInstrument | null)[] = [];
    const options = new Map<string, BrokerInstrument>();
    for (const { document, phase, symbols } of this.runner.states()) {
      const { underlying, entry } = document;
      wanted.push(
        this.chains.spotOf(underlying),
        ...symbols.map((symbol) => this.chains.instrumentOf(symbol)),
      );
      const at = clockToMinutes(entry.at);
      const isDue =
        phase === 'idle' || phase === 'over' ? now >= at - BEFORE_ENTRY && now <= at + AFTER_ENTRY : false;
      if (!isDue && !(phase === 'on' && choosesAgain(document))) continue;
      for (const leg of document.legs) {
        const expiry = chooseExpiry(leg.expiry, underlying, this.chains.expiriesOf(underlying));
        if (!expiry.ok) continue;
        const future = this.chains.instrumentOf(`${underlying} ${expiry.value.day} FUT`);
        if (leg.kind === 'future') wanted.push(future);
        else
          for (const one of this.chains.around(underlying, expiry.value.day))
            options.set(contractKey(one), one);
      }
    }
    return [...wanted.filter((one) => one !== null), ...[...options.values()].slice(0, MOST_WATCHED)];
  }

  /** One turn of the clock. A turn that takes longer is not overtaken. */
  everySecond(): void {
    this.turn ??= this.turnOnce()
      .catch((error: unknown) => this.deps.logger.error({ err: error }, 'a turn of legs failed'))
      .finally(() => (this.turn = null));
  }

  /** Resolves when nothing is under way. */
  async settled(): Promise<void> {
    await this.refreshing;
    await this.turn;
  }

  private async turnOnce(): Promise<void> {
    const now = this.deps.clock.now();
    // What is held is looked after, however long the list of a new day takes.
    this.refreshing ??= this.refresh().finally(() => (this.refreshing = null));
    if (phaseAt(OPTION, now) !== 'open') return;
    const until = minuteStart(now - GRACE_MS);
    // The clock was put back: minutes to come were evaluated already.
    if (until < this.doneUntil - MINUTE_MS) this.doneUntil = until;
    if (until > this.doneUntil) {
      await this.runner.watchHeld();
      await this.runner.onMinute(until);
      this.doneUntil = until;
    }
    await this.runner.onSecond(now);
  }

  /** Read the day's contracts, and watch what is needed now. */
  private async refresh(): Promise<void> {
    try {
      for (const { document } of this.runner.states()) await this.chains.load(document.underlying);
      const keys = this.instruments().map(contractKey).sort().join(' ');
      if (keys === this.watched) return;
      await this.deps.watch();
      this.watched = keys;
    } catch (error) {
      // Asked again in a second; without prices nothing is chosen.
      if (error instanceof BrokerTrouble)
        this.deps.logger.warn({ kind: error.kind }, 'the contracts of legs could not be watched');
      else this.deps.logger.error({ err: error }, 'the contracts of legs could not be watched');
    }
  }
}
