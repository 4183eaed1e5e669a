import type { Kysely } from 'kysely';
import type { KeptChain, KeptContract, KeptPrice } from '../../../engine/legs/kept-premiums.ts';
import type { OptionRight } from '../../../engine/options/black76.ts';
import { istDayStart, MINUTE_MS } from '../../../shared/time.ts';
import type { Transaction } from '../../db/database.ts';
import type { ContractMinuteSource, Schema } from '../../db/schema.ts';
import type { ContractBar, ContractChunkValues } from './contract-candles.ts';

/** Candle of a contract over a minute. Bid and ask are those of its end, paise; 0 where they are not known. */
export interface ContractMinute extends ContractBar {
  readonly bid: number;
  readonly ask: number;
}

/** Where a day of all contracts of a series is kept. */
export interface ContractMinutePlace {
  readonly owner_id: number;
  readonly series: string;
  readonly day: string;
  readonly source: ContractMinuteSource;
}

const FIELDS = ['open', 'high', 'low', 'close', 'bid', 'ask', 'volume', 'openInterest'] as const;
/** Largest volume and open interest of a minute, units. */
export const MOST_UNITS = 2 ** 32 - 1;

/**
 * Chunk of a day: how many contracts and bars, then each contract's signed strike and first bar, then the columns. Each
 * contract's bars stand together, so that one is read without the others.
 */
export const minuteChunkOf = (day: string, bars: readonly ContractMinute[]): ContractChunkValues => {
  const byStrike = Map.groupBy(bars, ({ signedStrike }) => signedStrike);
  const strikes = [...byStrike.keys()].sort((a, b) => a - b);
  const count = bars.length;
  const headLength = 2 + 2 * strikes.length;
  const buffer = new ArrayBuffer(headLength * 4 + count * (FIELDS.length * 4 + 2));
  const head = new Int32Array(buffer, 0, headLength);
  head.set([strikes.length, count]);
  const columns = columnsOf(buffer, headLength, count);
  const midnight = istDayStart(day);
  let at = 0;
  for (const [index, strike] of strikes.entries()) {
    head.set([strike, at], 2 + 2 * index);
    for (const bar of (byStrike.get(strike) ?? []).toSorted((a, b) => a.time - b.time)) {
      columns.minute[at] = Math.round((bar.time - midnight) / MINUTE_MS);
      for (const field of FIELDS) columns[field][at] = bar[field];
      at++;
    }
  }
  return { bars: count, columns: new Uint8Array(buffer) };
};

const columnsOf = (buffer: ArrayBuffer, headLength: number, count: number) => {
  const column = (index: number) => new Uint32Array(buffer, (headLength + index * count) * 4, count);
  return {
    open: column(0),
    high: column(1),
    low: column(2),
    close: column(3),
    bid: column(4),
    ask: column(5),
    volume: column(6),
    openInterest: column(7),
    minute: new Uint16Array(buffer, (headLength + FIELDS.length * count) * 4, count),
  };
};

/** A chunk of a day that is read where it is asked for. */
export class ContractMinutesOfDay implements KeptChain {
  private readonly midnight: number;
  private readonly columns: ReturnType<typeof columnsOf>;
  /** First bar and the one after the last, by signed strike. */
  private readonly places = new Map<number, { readonly from: number; readonly to: number }>();
  private readonly known = new Map<number, KeptContract | null>();
  private readonly strikes: Readonly<Record<OptionRight, number[]>> = { call: [], put: [] };

  constructor(day: string, bytes: Uint8Array) {
    // A copy: columns must be aligned, and the bytes of a database are not.
    const { buffer } = new Uint8Array(bytes);
    const [contracts = 0, count = 0] = new Int32Array(buffer, 0, 2);
    const head = new Int32Array(buffer, 8, 2 * contracts);
    this.columns = columnsOf(buffer, 2 + 2 * contracts, count);
    this.midnight = istDayStart(day);
    for (let index = 0; index < contracts; index++) {
      const strike = head[2 * index]!;
      this.places.set(strike, { from: head[2 * index + 1]!, to: head[2 * index + 3] ?? count });
      // They are ascending with their sign: of puts the highest strike is the first.
      if (strike > 0) this.strikes.call.push(strike);
      else if (strike < 0) this.strikes.put.unshift(-strike);
    }
  }

  strikesOf(right: OptionRight): readonly number[] {
    return this.strikes[right];
  }

  find(kind: OptionRight | 'future', strike: number): KeptContract | null {
    const signed = kind === 'future' ? 0 : kind === 'call' ? strike : -strike;
    const known = this.known.get(signed);
    if (known !== undefined) return known;
    const place = this.places.get(signed);
    const found = place ? this.contractAt(place) : null;
    this.known.set(signed, found);
    return found;
  }

  /** All of its candles, in order of strikes. */
  bars(): ContractMinute[] {
    return [...this.places].flatMap(([signedStrike, { from, to }]) =>
      Array.from({ length: to - from }, (_, step) => ({
        ...{ signedStrike, time: this.midnight + this.columns.minute[from + step]! * MINUTE_MS },
        ...this.priceAt(from + step),
        volume: this.columns.volume[from + step]!,
        openInterest: this.columns.openInterest[from + step]!,
      })),
    );
  }

  private priceAt(index: number): KeptPrice {
    const { open, high, low, close, bid, ask } = this.columns;
    return {
      open: open[index]!,
      high: high[index]!,
      low: low[index]!,
      close: close[index]!,
      bid: bid[index]!,
      ask: ask[index]!,
    };
  }

  private contractAt({ from, to }: { readonly from: number; readonly to: number }): KeptContract {
    const { minute, close } = this.columns;
    /** Last bar that does not start after a moment; one before the first where there is none. */
    const lastBar = (time: number): number => {
      const wanted = (time - this.midnight) / MINUTE_MS;
      let [low, high] = [from - 1, to - 1];
      while (low < high) {
        const middle = Math.ceil((low + high) / 2);
        if (minute[middle]! <= wanted) low = middle;
        else high = middle - 1;
      }
      return low;
    };
    return {
      at: (time) => {
        const bar = lastBar(time);
        const isThat = bar >= from && minute[bar]! * MINUTE_MS === time - this.midnight;
        return isThat ? this.priceAt(bar) : null;
      },
      lastUntil: (time) => {
        const bar = lastBar(time);
        return bar >= from ? close[bar]! : null;
      },
    };
  }
}

/** Kept minutes of a day; null where there are none. */
export const storedContractMinutes = async (
  db: Kysely<Schema>,
  place: ContractMinutePlace,
): Promise<ContractMinutesOfDay | null> => {
  const stored = await db
    .selectFrom('contract_minutes')
    .select('columns')
    .where((eb) => eb.and({ ...place }))
    .executeTakeFirst();
  return stored ? new ContractMinutesOfDay(place.day, stored.columns) : null;
};

/** Keep a day in place of what was there. */
export const putContractMinutes = async (
  { query }: Transaction,
  place: ContractMinutePlace,
  values: ContractChunkValues,
): Promise<void> => {
  await query
    .insertInto('contract_minutes')
    .values({ ...place, ...values })
    .onConflict((on) => on.columns(['owner_id', 'series', 'day', 'source']).doUpdateSet(values))
    .execute();
};
