import type { Kysely } from 'kysely';
import type { KeptChain, KeptContract, KeptPrice } from '../../../engine/legs/kept-premiums.ts';
import type { OptionRight } from '../../../engine/options/black76.ts';
import { istDayStart, MINUTE_MS } from '../../../shared/time.ts';
import type { Transaction } from '../../db/database.ts';
import type { ContractMinuteSource, Schema } from '../../db/schema.ts';
import type { ContractBar } from './contract-candles.ts';

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

const PRICES = ['open', 'high', 'low', 'close'] as const;
const EXTRAS = ['bid', 'ask', 'volume', 'openInterest'] as const;
/** Largest volume and open interest of a minute, units. */
export const MOST_UNITS = 2 ** 32 - 1;

/** Stored values of a day. Backtests read bid and ask where there are any, and neither volume nor open interest. */
export interface ContractMinuteValues {
  readonly bars: number;
  readonly prices: Uint8Array;
  readonly extras: Uint8Array;
  /** 1 where a bar has bid and ask. */
  readonly has_quotes: number;
}

const columnsIn = <Name extends string>(
  { buffer, byteOffset }: Uint8Array,
  from: number,
  names: readonly Name[],
  count: number,
) =>
  Object.fromEntries(
    names.map((name, index) => [name, new Uint32Array(buffer, byteOffset + from + index * count * 4, count)]),
  ) as Record<Name, Uint32Array>;

/** Bytes at a place that columns can be read from. Those of a database need not be at one. */
const aligned = (bytes: Uint8Array): Uint8Array =>
  bytes.byteOffset % 4 === 0 ? bytes : new Uint8Array(bytes);

/**
 * Values of a day: how many contracts and bars, then each contract's signed strike and first bar, then the columns of
 * prices and of minutes. Each contract's bars stand together, so that one is read without the others.
 */
export const minuteValuesOf = (day: string, bars: readonly ContractMinute[]): ContractMinuteValues => {
  const byStrike = Map.groupBy(bars, ({ signedStrike }) => signedStrike);
  const strikes = [...byStrike.keys()].sort((a, b) => a - b);
  const count = bars.length;
  const headBytes = (2 + 2 * strikes.length) * 4;
  const prices = new Uint8Array(headBytes + count * (PRICES.length * 4 + 2));
  const extras = new Uint8Array(count * EXTRAS.length * 4);
  const head = new Int32Array(prices.buffer, 0, headBytes / 4);
  head.set([strikes.length, count]);
  const columns = {
    ...columnsIn(prices, headBytes, PRICES, count),
    ...columnsIn(extras, 0, EXTRAS, count),
  };
  const minute = new Uint16Array(prices.buffer, headBytes + PRICES.length * count * 4, count);
  const midnight = istDayStart(day);
  let at = 0;
  for (const [index, strike] of strikes.entries()) {
    head.set([strike, at], 2 + 2 * index);
    for (const bar of (byStrike.get(strike) ?? []).toSorted((a, b) => a.time - b.time)) {
      minute[at] = Math.round((bar.time - midnight) / MINUTE_MS);
      for (const field of [...PRICES, ...EXTRAS]) columns[field][at] = bar[field];
      at++;
    }
  }
  return { bars: count, prices, extras, has_quotes: bars.some(({ bid, ask }) => bid > 0 && ask > 0) ? 1 : 0 };
};

/** A day of minutes that is read where it is asked for. */
export class ContractMinutesOfDay implements KeptChain {
  private readonly midnight: number;
  private readonly prices: Record<(typeof PRICES)[number], Uint32Array>;
  private readonly minute: Uint16Array;
  private readonly extras: Record<(typeof EXTRAS)[number], Uint32Array> | null;
  /** First bar and the one after the last, by signed strike. */
  private readonly places = new Map<number, { readonly from: number; readonly to: number }>();
  private readonly known = new Map<number, KeptContract | null>();
  private readonly strikes: Readonly<Record<OptionRight, number[]>> = { call: [], put: [] };

  constructor(
    day: string,
    { prices, extras }: { readonly prices: Uint8Array; readonly extras: Uint8Array | null },
  ) {
    const bytes = aligned(prices);
    const { buffer, byteOffset } = bytes;
    const [contracts = 0, count = 0] = new Int32Array(buffer, byteOffset, 2);
    const head = new Int32Array(buffer, byteOffset + 8, 2 * contracts);
    const headBytes = 8 + 8 * contracts;
    this.prices = columnsIn(bytes, headBytes, PRICES, count);
    this.minute = new Uint16Array(buffer, byteOffset + headBytes + PRICES.length * count * 4, count);
    this.extras = extras && columnsIn(aligned(extras), 0, EXTRAS, count);
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
        ...{ signedStrike, time: this.midnight + this.minute[from + step]! * MINUTE_MS },
        ...this.priceAt(from + step),
        volume: this.extras?.volume[from + step] ?? 0,
        openInterest: this.extras?.openInterest[from + step] ?? 0,
      })),
    );
  }

  private priceAt(index: number): KeptPrice {
    const { open, high, low, close } = this.prices;
    return {
      open: open[index]!,
      high: high[index]!,
      low: low[index]!,
      close: close[index]!,
      bid: this.extras?.bid[index] ?? 0,
      ask: this.extras?.ask[index] ?? 0,
    };
  }

  private contractAt({ from, to }: { readonly from: number; readonly to: number }): KeptContract {
    const { minute } = this;
    const { close } = this.prices;
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
  withExtras = true,
): Promise<ContractMinutesOfDay | null> => {
  const ofDay = db.selectFrom('contract_minutes').where((eb) => eb.and({ ...place }));
  if (!withExtras) {
    const stored = await ofDay.select('prices').executeTakeFirst();
    return stored ? new ContractMinutesOfDay(place.day, { ...stored, extras: null }) : null;
  }
  const stored = await ofDay.select(['prices', 'extras']).executeTakeFirst();
  return stored ? new ContractMinutesOfDay(place.day, stored) : null;
};

/** Keep a day in place of what was there. */
export const putContractMinutes = async (
  { query }: Transaction,
  place: ContractMinutePlace,
  values: ContractMinuteValues,
): Promise<void> => {
  await query
    .insertInto('contract_minutes')
    .values({ ...place, ...values })
    .onConflict((on) => on.columns(['owner_id', 'series', 'day', 'source']).doUpdateSet(values))
    .execute();
};
