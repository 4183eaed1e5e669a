import type { Kysely } from 'kysely';
import { chooseExpiry } from '../../engine/legs/contract-choice.ts';
import type { KeptChain, KeptContract, KeptPremiumDay } from '../../engine/legs/kept-premiums.ts';
import { contractOf } from '../../engine/contracts/contract.ts';
import { lotOfExpiry } from '../../engine/contracts/contract-size.ts';
import { lastDayOf } from '../../engine/contracts/expiry.ts';
import { expiriesByCalendar, type ListedExpiry } from '../../engine/contracts/expiry-calendar.ts';
import type { Exchange } from '../../engine/instrument.ts';
import type { OptionRight } from '../../engine/options/black76.ts';
import type { ExpiryChoice } from '../../shared/leg-document.ts';
import { istDate } from '../../shared/time.ts';
import type { ContractMinuteSource, Schema } from '../db/schema.ts';
import { barsOfChunk, type ContractBar, mergeContractBars } from '../market/contracts/contract-candles.ts';
import {
  ContractMinutesOfDay,
  minuteValuesOf,
  storedContractMinutes,
} from '../market/contracts/contract-minutes.ts';
import { seriesName } from '../market/contracts/contract-key.ts';

/** Premiums that are asked for. */
export interface KeptPremiumRange {
  readonly ownerId: number;
  readonly underlying: string;
  /** `YYYY-MM-DD`, both included. */
  readonly from: string;
  readonly to: string;
}

/** Conditions of a day. */
export interface DayTerms {
  /** Expiries that its legs ask for. */
  readonly choices: readonly ExpiryChoice[];
  /** Contracts that are held. */
  readonly held: readonly string[];
  readonly hasMinutes: boolean;
  readonly hasDaily: boolean;
  readonly isModelAllowed: boolean;
}

/** Minutes of a series on a day. */
interface KeptMinutes {
  readonly source: ContractMinuteSource;
  readonly has_quotes: number;
}
const NO_MINUTES: ReadonlyMap<string, readonly KeptMinutes[]> = new Map();

/** Candles of a day as a chain. */
class DailyChain implements KeptChain {
  private readonly bars: ReadonlyMap<number, ContractBar>;

  constructor(bars: readonly ContractBar[]) {
    this.bars = new Map(bars.map((bar) => [bar.signedStrike, bar]));
  }

  strikesOf(right: OptionRight): readonly number[] {
    const sign = right === 'call' ? 1 : -1;
    const strikes = [...this.bars.keys()].map((strike) => sign * strike);
    return strikes.filter((strike) => strike > 0).sort((a, b) => a - b);
  }

  find(kind: OptionRight | 'future', strike: number): KeptContract | null {
    const bar = this.bars.get(kind === 'future' ? 0 : kind === 'call' ? strike : -strike);
    if (!bar) return null;
    const price = { ...bar, bid: 0, ask: 0 };
    return { at: () => price, lastUntil: () => price.close };
  }
}

/** Premiums of one underlying that a user has, day by day. */
export class KeptPremiumDays {
  readonly exchange: Exchange;
  private readonly db: Kysely<Schema>;
  private readonly range: KeptPremiumRange;
  /** Expiries with minutes, by day, each with what there is; with daily candles, by month. */
  private readonly minutes: ReadonlyMap<string, ReadonlyMap<string, readonly KeptMinutes[]>>;
  private readonly daily: ReadonlyMap<string, ReadonlySet<string>>;
  /** Lots of an expiry, each from the day of a list on. */
  private readonly lots: ReadonlyMap<string, readonly { readonly from: string; readonly lot: number }[]>;
  private month = { name: '', bars: new Map<string, ReadonlyMap<string, ContractBar[]>>() };

  private constructor(
    db: Kysely<Schema>,
    range: KeptPremiumRange,
    kept: Pick<KeptPremiumDays, 'exchange'> & {
      readonly minutes: KeptPremiumDays['minutes'];
      readonly daily: KeptPremiumDays['daily'];
      readonly lots: KeptPremiumDays['lots'];
    },
  ) {
    this.db = db;
    this.range = range;
    this.exchange = kept.exchange;
    this.minutes = kept.minutes;
    this.daily = kept.daily;
    this.lots = kept.lots;
  }

  /** Premiums that a user has of a range. Their candles are read day by day. */
  static async find(db: Kysely<Schema>, range: KeptPremiumRange): Promise<KeptPremiumDays> {
    const { ownerId, underlying, from, to } = range;
    const names = [`${underlying} %`, `BSE:${underlying} %`];
    const minutes = await db
      .selectFrom('contract_minutes')
      .select(['series', 'day', 'source', 'has_quotes'])
      .where('owner_id', '=', ownerId)
      .where((eb) => eb.or(names.map((name) => eb('series', 'like', name))))
      .where('day', '>=', from)
      .where('day', '<=', to)
      .execute();
    const daily = await db
      .selectFrom('contract_chunks')
      .select(['series', 'month'])
      .where('owner_id', '=', ownerId)
      .where((eb) => eb.or(names.map((name) => eb('series', 'like', name))))
      .where('month', '>=', from.slice(0, 7))
      .where('month', '<=', to.slice(0, 7))
      .execute();
    const lots = await db
      .selectFrom('contracts')
      .select((eb) => ['expiry', 'listed_on', eb.fn.max('lot_size').as('lot')])
      .where('owner_id', 'in', [...new Set([0, ownerId])])
      .where('underlying', '=', underlying)
      .where('expiry', '>=', from)
      .where('lot_size', 'is not', null)
      .groupBy(['expiry', 'listed_on'])
      .orderBy('listed_on')
      .execute();
    const first = minutes[0]?.series ?? daily[0]?.series ?? '';
    const expiryOf = (series: string) => series.slice(-'YYYY-MM-DD'.length);
    const minutesByDay = [...Map.groupBy(minutes, ({ day }) => day)].map(
      ([day, some]) => [day, Map.groupBy(some, ({ series }) => expiryOf(series))] as const,
    );
    const dailyByMonth = [...Map.groupBy(daily, ({ month }) => month)].map(
      ([month, some]) => [month, new Set(some.map(({ series }) => expiryOf(series)))] as const,
    );
    return new KeptPremiumDays(db, range, {
      exchange: first.startsWith('BSE:') ? 'BSE' : 'NSE',
      minutes: new Map(minutesByDay),
      daily: new Map(dailyByMonth),
      lots: Map.groupBy(
        lots.map(({ expiry, listed_on: from, lot }) => ({ expiry, from, lot: Number(lot) })),
        ({ expiry }) => expiry,
      ),
    });
  }

  /** Whether there are any. */
  get isEmpty(): boolean {
    return this.minutes.size === 0 && this.daily.size === 0;
  }

  /** Days with minutes, in order. */
  get minuteDays(): string[] {
    return [...this.minutes.keys()].sort();
  }

  /**
   * Premiums of a day: minutes where all expiries that are asked for have them, else daily candles, else a model where
   * that is allowed. Never two of them on one day.
   */
  async day(day: string, terms: DayTerms): Promise<KeptPremiumDay> {
    const withMinutes = (terms.hasMinutes ? this.minutes.get(day) : undefined) ?? NO_MINUTES;
    const withDaily = terms.hasDaily ? await this.dailyOn(day) : new Map<string, ContractBar[]>();
    const expiries = this.expiriesOn(day, [...withDaily.keys()], [...withMinutes.keys()]);
    const { underlying } = this.range;
    const chosen = terms.choices.flatMap((choice) => {
      const expiry = chooseExpiry(choice, underlying, expiries);
      return expiry.ok ? [expiry.value.day] : [];
    });
    const held = terms.held.flatMap((symbol) => contractOf(symbol)?.expiry ?? []);
    const wanted = [...new Set([...chosen, ...held])];
    const said = { day, expiries };
    // What others hold decides nothing: a document has the same premiums alone and in a sweep.
    const asked = chosen.length > 0 ? chosen : held;
    if (asked.length > 0 && asked.every((expiry) => withMinutes.has(expiry)))
      return { ...said, origin: 'minutes', chains: await this.minuteChains(day, wanted) };
    if (asked.length > 0 && asked.every((expiry) => withDaily.has(expiry))) {
      const known = wanted.filter((expiry) => withDaily.has(expiry));
      const chains = new Map(known.map((expiry) => [expiry, new DailyChain(withDaily.get(expiry) ?? [])]));
      return { ...said, origin: 'daily', chains };
    }
    const isModelled = terms.isModelAllowed && terms.hasMinutes;
    return { ...said, origin: isModelled ? 'modelled' : null, chains: new Map() };
  }

  /**
   * Expiries on a day, in order. A day's list of the exchange has them all. Of a day without one the calendar says what was
   * listed; what is kept counts before an expiry of the same last day.
   */
  private expiriesOn(day: string, listed: readonly string[], kept: readonly string[]): ListedExpiry[] {
    const { underlying } = this.range;
    const calendar = expiriesByCalendar(underlying, day);
    const keptLastDays = new Set(kept.map(lastDayOf));
    const byCalendar = calendar.flatMap(({ day: end }) => (keptLastDays.has(end) ? [] : end));
    const days = [...new Set(listed.length > 0 ? [...listed, ...kept] : [...kept, ...byCalendar])]
      .filter((expiry) => lastDayOf(expiry) >= day)
      .sort();
    const monthly = new Set(
      listed.length > 0
        ? days.filter((expiry, index) => expiry.slice(0, 7) !== days[index + 1]?.slice(0, 7))
        : calendar.filter(({ isMonthly }) => isMonthly).map((one) => one.day),
    );
    return days.flatMap((expiry) => {
      const lots = this.lots.get(expiry);
      const dated = lots?.findLast(({ from }) => from <= day) ?? lots?.[0];
      const lotSize = dated?.lot ?? lotOfExpiry(underlying, expiry);
      const isMonthly = monthly.has(expiry) || monthly.has(lastDayOf(expiry));
      return lotSize === null ? [] : [{ day: expiry, isMonthly, lotSize }];
    });
  }

  private async minuteChains(day: string, expiries: readonly string[]): Promise<Map<string, KeptChain>> {
    const chains = new Map<string, KeptChain>();
    for (const expiry of expiries) {
      const read = async (source: ContractMinuteSource): Promise<ContractMinutesOfDay | null> => {
        const kept = this.minutes
          .get(day)
          ?.get(expiry)
          ?.find((one) => one.source === source);
        const place = { owner_id: this.range.ownerId, series: this.seriesOf(expiry), day, source };
        return kept ? storedContractMinutes(this.db, place, kept.has_quotes === 1) : null;
      };
      const [file, live] = [await read('file'), await read('live')];
      const chain = file && live ? bothOf(day, file, live) : (live ?? file);
      if (chain) chains.set(expiry, chain);
    }
    return chains;
  }

  private async dailyOn(day: string): Promise<ReadonlyMap<string, ContractBar[]>> {
    const month = day.slice(0, 7);
    if (this.month.name !== month) this.month = { name: month, bars: await this.dailyOfMonth(month) };
    return this.month.bars.get(day) ?? new Map();
  }

  /** Daily candles of a month, by day and expiry. */
  private async dailyOfMonth(month: string): Promise<Map<string, Map<string, ContractBar[]>>> {
    const all = new Map<string, Map<string, ContractBar[]>>();
    for (const expiry of this.daily.get(month) ?? []) {
      const { columns } = await this.db
        .selectFrom('contract_chunks')
        .select('columns')
        .where('owner_id', '=', this.range.ownerId)
        .where('series', '=', this.seriesOf(expiry))
        .where('month', '=', month)
        .executeTakeFirstOrThrow();
      for (const [day, bars] of Map.groupBy(barsOfChunk(columns), ({ time }) => istDate(time))) {
        const ofDay = all.get(day) ?? new Map<string, ContractBar[]>();
        all.set(day, ofDay.set(expiry, bars));
      }
    }
    return all;
  }

  private seriesOf(expiry: string): string {
    return seriesName({ exchange: this.exchange, underlying: this.range.underlying, expiry });
  }
}

/** A day of which both are kept: what was recorded has bid and ask, and counts where both have a minute. */
const bothOf = (day: string, file: ContractMinutesOfDay, live: ContractMinutesOfDay): KeptChain =>
  new ContractMinutesOfDay(day, minuteValuesOf(day, mergeContractBars(file.bars(), live.bars()).bars));
