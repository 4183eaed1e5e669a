import type { Logger } from 'pino';
import { sessionOn } from '../../engine/trading/trading-day.ts';
import { istDate, MINUTE_MS, minuteStart } from '../../shared/time.ts';
import type { LiveRun } from '../broker-accounts/live-run.ts';
import { BrokerTrouble } from '../brokers/broker.ts';
import type { Clock } from '../clock.ts';
import type { OwnUsers } from '../cluster/own-users.ts';
import type { Database } from '../db/database.ts';
import { seriesName } from '../market/contracts/contract-key.ts';
import type { ContractMinute } from '../market/contracts/contract-minutes.ts';
import { SIMULATED_UNDERLYINGS } from '../market/simulated/option-list.ts';
import { Refusal } from '../refusal.ts';
import { MinuteSamples, type RecordedContract } from './minute-samples.ts';
import { aroundMoney, nearestOptions } from './recorded-chain.ts';
import { keepRecorded, type KeptRecording, keptRecording, pruneRecorded } from './recorded-rows.ts';

/** A user's account at their broker, for its prices. */
interface PriceAccount {
  readonly run: Pick<LiveRun, 'session' | 'indices'> & {
    readonly broker: Pick<NonNullable<LiveRun['broker']>, 'quotes'> | null;
  };
}

export interface MarketRecorderDeps {
  readonly users: OwnUsers;
  readonly database: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  /** The user's account; null while none is linked or up. */
  readonly accountOf: (userId: number) => PriceAccount | null;
}

/** An underlying that is recorded. */
export interface RecordingState {
  readonly underlying: string;
  /** On each side of the money. */
  readonly strikes: number;
  readonly contracts: number;
  /** Minute that was recorded last, epoch ms; null before the first since the start of the program. */
  readonly lastMinute: number | null;
  /** Why nothing is recorded now; empty where it is. */
  readonly message: string;
}

/** Part of a minute after which quotes are asked for. They are to be those of its end. */
const ASK_AFTER_MS = 50_000;
/** Minutes are written together. So many are lost at most when the program is killed. */
const WRITE_EVERY_MS = 5 * MINUTE_MS;
/** Minutes of contracts that wait to be written. */
const MOST_UNWRITTEN = 50_000;
/** Pause after the broker was asked too much. */
const RATE_PAUSE_MS = 5 * MINUTE_MS;
/** Contracts follow the exchange's derivatives session. */
const TRADED = { kind: 'index-proxy' } as const;

const [CLOSED, NO_SESSION, NO_LIST, NO_PRICE] = [
  'The market is closed.',
  'There is no session with the broker. Recording goes on by itself after the next login.',
  'The broker has not listed contracts on it yet.',
  'The index has no price yet.',
];

/** Recording of one underlying for one user. */
class Chain {
  readonly underlying: string;
  strikes: number;
  readonly samples = new MinuteSamples();
  day = '';
  /** Minute in which the broker's list was last looked at. */
  listedAt = Number.NaN;
  options: readonly RecordedContract[] = [];
  wanted: readonly RecordedContract[] = [];
  minute = Number.NaN;
  askedFor = Number.NaN;
  lastMinute: number | null = null;
  message = '';
  /** Why the broker did not answer last; empty after an answer. */
  trouble = '';

  constructor(underlying: string, strikes: number) {
    this.underlying = underlying;
    this.strikes = strikes;
  }
}

/** Recordings of one user. Only a turn adds minutes and writes them; there is one at a time. */
interface Recording {
  readonly chains: Map<string, Chain>;
  /** Minutes that are not written yet, and their series. They outlast the chain that is switched off. */
  fresh: { readonly series: string; readonly bar: ContractMinute }[];
  writtenAt: number;
  pausedUntil: number;
  turn: Promise<void> | null;
}

/**
 * Records minutes of option chains from the live prices of people's brokers: what their feeds bring, and a quote of each
 * contract at the end of each minute. Nothing else is recorded, and orders always go first.
 */
export class MarketRecorder {
  private readonly deps: MarketRecorderDeps;
  private readonly recordings = new Map<number, Recording>();
  private isOpened = false;

  constructor(deps: MarketRecorderDeps) {
    this.deps = deps;
  }

  /** Take up what people want recorded. */
  async open(): Promise<void> {
    const { database, users } = this.deps;
    const rows = await database.read
      .selectFrom('recordings')
      .selectAll()
      .orderBy('user_id')
      .orderBy('underlying')
      .execute();
    for (const { user_id: userId, underlying, strikes } of rows)
      if (users.has(userId)) this.apply(userId, underlying, strikes);
    this.isOpened = true;
  }

  /** One turn of the clock. A turn that takes longer than a second is not overtaken. */
  everySecond(): Promise<void> {
    if (this.isOpened)
      for (const [userId, recording] of this.recordings)
        recording.turn ??= this.turn(userId, recording)
          .catch((error: unknown) =>
            this.deps.logger.error({ err: error, userId }, 'recording prices failed'),
          )
          .finally(() => (recording.turn = null));
    return Promise.resolve();
  }

  /** Resolves when no turn is under way. */
  async settled(): Promise<void> {
    for (const { turn } of this.recordings.values()) await turn;
  }

  /** Write what is not written yet, and end. */
  async close(): Promise<void> {
    this.isOpened = false;
    await this.settled();
    for (const [userId, recording] of this.recordings) await this.write(userId, recording);
  }

  /** Delete what is kept no longer. */
  async prune(): Promise<void> {
    const { database, users, clock } = this.deps;
    const owners = await database.read
      .selectFrom('contract_minutes')
      .select('owner_id')
      .distinct()
      .where('source', '=', 'live')
      .execute();
    for (const { owner_id: userId } of owners)
      if (users.has(userId)) await pruneRecorded(database, userId, clock.now());
  }

  /** Chains that a user records, and how much is kept. */
  async stateOf(userId: number): Promise<{ chains: RecordingState[]; kept: KeptRecording }> {
    const chains = [...(this.recordings.get(userId)?.chains.values() ?? [])];
    return {
      chains: chains
        .map(({ underlying, strikes, wanted, lastMinute, message }) => ({
          ...{ underlying, strikes, lastMinute, message, contracts: wanted.length },
        }))
        .sort((a, b) => a.underlying.localeCompare(b.underlying)),
      kept: await keptRecording(this.deps.database.read, userId),
    };
  }

  /** Record an underlying from now on, or none of it any more: 0 strikes. @throws Refusal that names the field */
  async set(userId: number, underlying: string, strikes: number): Promise<void> {
    const { database, clock } = this.deps;
    if (!SIMULATED_UNDERLYINGS.includes(underlying))
      throw new Refusal('invalid', `No options on ${underlying} are listed.`, {
        fields: { underlying: 'has no options here' },
      });
    await database.write(userId, async ({ query }) => {
      await query
        .deleteFrom('recordings')
        .where('user_id', '=', userId)
        .where('underlying', '=', underlying)
        .execute();
      if (strikes === 0) return;
      await query
        .insertInto('recordings')
        .values({ user_id: userId, underlying, strikes, created_at: clock.now() })
        .execute();
    });
    this.apply(userId, underlying, strikes);
  }

  private apply(userId: number, underlying: string, strikes: number): void {
    const recording = this.recordings.get(userId) ?? {
      ...{ chains: new Map<string, Chain>(), fresh: [], turn: null, pausedUntil: 0 },
      writtenAt: this.deps.clock.now(),
    };
    this.recordings.set(userId, recording);
    const { chains } = recording;
    const chain = chains.get(underlying) ?? new Chain(underlying, strikes);
    chain.strikes = strikes;
    if (strikes === 0) chains.delete(underlying);
    else chains.set(underlying, chain);
  }

  private async turn(userId: number, recording: Recording): Promise<void> {
    const { clock, accountOf } = this.deps;
    const now = clock.now();
    const session = sessionOn(istDate(now), TRADED);
    const isOpen = session !== null && now >= session.open && now < session.close;
    const run = accountOf(userId)?.run;
    for (const chain of recording.chains.values()) {
      if (!isOpen) chain.message = CLOSED;
      else if (!run?.broker) chain.message = NO_SESSION;
      else await this.record(chain, run, recording, now);
    }
    const writeAfter = isOpen && recording.chains.size > 0 ? WRITE_EVERY_MS : MINUTE_MS;
    if (recording.fresh.length > 0 && now - recording.writtenAt >= writeAfter)
      await this.write(userId, recording);
  }

  private async record(
    chain: Chain,
    run: PriceAccount['run'],
    recording: Recording,
    now: number,
  ): Promise<void> {
    const day = istDate(now);
    const minute = minuteStart(now);
    if (chain.day !== day) {
      chain.samples.nextDay();
      chain.day = day;
      chain.options = [];
    }
    if (chain.options.length === 0 && chain.listedAt !== minute) {
      chain.listedAt = minute;
      chain.options = await nearestOptions(this.deps.database.read, chain.underlying, day);
    }
    if (chain.minute !== minute) {
      chain.minute = minute;
      chain.samples.next();
      const spot = run.indices.latest([chain.underlying]).get(chain.underlying)?.price;
      if (spot !== undefined) chain.wanted = aroundMoney(chain.options, spot, chain.strikes);
    }
    for (const { symbol } of chain.wanted) {
      const last = run.session.lastPrice(symbol);
      if (last && last.at >= minute) chain.samples.add(symbol, last.price);
    }
    chain.message =
      chain.options.length === 0 ? NO_LIST : chain.wanted.length === 0 ? NO_PRICE : chain.trouble;
    if (chain.wanted.length === 0) {
      // Asked for in the background: it comes in a moment.
      run.indices.latest([chain.underlying]);
      chain.minute = Number.NaN;
    }
    const isDue = now - minute >= ASK_AFTER_MS && chain.askedFor !== minute && now >= recording.pausedUntil;
    if (isDue && chain.wanted.length > 0) await this.ask(chain, run, recording, minute);
  }

  private async ask(
    chain: Chain,
    { broker }: PriceAccount['run'],
    recording: Recording,
    minute: number,
  ): Promise<void> {
    chain.askedFor = minute;
    try {
      const quotes = (await broker?.quotes(chain.wanted, true)) ?? [];
      // An answer that came late is of another minute.
      if (this.deps.clock.now() - minute >= MINUTE_MS) return;
      const byToken = new Map(quotes.map((quote) => [`${quote.exchange} ${quote.token}`, quote]));
      for (const one of chain.wanted) {
        const quote = byToken.get(`${one.exchange} ${one.token}`);
        const bar = quote ? chain.samples.close(one, quote, minute) : null;
        if (bar) recording.fresh.push({ series: seriesName(one.contract), bar });
      }
      // While nothing can be written, the newest are kept.
      if (recording.fresh.length > MOST_UNWRITTEN) recording.fresh = recording.fresh.slice(-MOST_UNWRITTEN);
      chain.lastMinute = minute;
      chain.trouble = '';
    } catch (error) {
      if (!(error instanceof BrokerTrouble)) throw error;
      chain.trouble = error.message;
      if (error.kind === 'rate') recording.pausedUntil = this.deps.clock.now() + RATE_PAUSE_MS;
    }
  }

  /** Write the minutes of each series and day. What cannot be written stays for the next time. */
  private async write(userId: number, recording: Recording): Promise<void> {
    recording.writtenAt = this.deps.clock.now();
    const byPlace = Map.groupBy(recording.fresh, ({ series, bar }) => `${istDate(bar.time)} ${series}`);
    for (const some of byPlace.values()) {
      const [first] = some;
      if (!first) continue;
      const place = { series: first.series, day: istDate(first.bar.time) };
      await keepRecorded(
        this.deps.database,
        userId,
        place,
        some.map(({ bar }) => bar),
      );
    }
    recording.fresh = [];
  }
}
