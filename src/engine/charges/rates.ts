import { datedTable, isBefore, type DatedTable } from '../dated.ts';
import type { Segment } from '../instrument.ts';

/**
 * Denominator of the rates: parts per ten million of turnover (1 = 0.00001 %). The statutory and exchange rates of the
 * NSE below are dated. Sources: STT from the Finance Acts of 2024 and 2026 as listed by ClearTax and Angel One; NSE
 * transaction charges of 2024-10-01 from the exchange's circular, those of 2023 from contract notes of July 2023; stamp
 * duty from the Indian Stamp Act rates of 2020-07-01; SEBI turnover fee ₹10 a crore; investor protection fund (IPFT)
 * from the NSE.
 */
export const PARTS = 10_000_000;

type BySegment = Readonly<Record<Segment, DatedTable<number>>>;

/** Securities transaction tax by leg: parts of turnover (of the premium for options). */
export const STT: Readonly<Record<'buy' | 'sell', BySegment>> = {
  buy: {
    delivery: datedTable(['2013-06-01', 10_000]),
    intraday: datedTable(['2013-06-01', 0]),
    futures: datedTable(['2013-06-01', 0]),
    options: datedTable(['2013-06-01', 0]),
  },
  sell: {
    delivery: datedTable(['2013-06-01', 10_000]),
    intraday: datedTable(['2013-06-01', 2_500]),
    futures: datedTable(['2023-04-01', 1_250], ['2024-10-01', 2_000], ['2026-04-01', 5_000]),
    options: datedTable(['2023-04-01', 6_250], ['2024-10-01', 10_000], ['2026-04-01', 15_000]),
  },
};

/** Securities transaction tax of an option that is exercised: parts of its intrinsic value, of who bought it. */
export const EXERCISE_STT = datedTable(['2019-09-01', 12_500], ['2026-04-01', 15_000]);

const CASH_EXCHANGE = datedTable(['2023-04-01', 325], ['2024-10-01', 297]);

/** Exchange transaction charge, both legs, without IPFT. */
export const EXCHANGE: BySegment = {
  delivery: CASH_EXCHANGE,
  intraday: CASH_EXCHANGE,
  futures: datedTable(['2024-10-01', 173]),
  options: datedTable(['2023-04-01', 5_000], ['2024-10-01', 3_503]),
};

/** Investor protection fund contribution, both legs. */
export const IPFT: BySegment = {
  delivery: datedTable(['2023-04-01', 10]),
  intraday: datedTable(['2023-04-01', 10]),
  futures: datedTable(['2023-04-01', 10]),
  options: datedTable(['2023-04-01', 50]),
};

/** SEBI turnover fee, both legs. */
export const SEBI = datedTable(['2020-07-01', 10]);

/** Stamp duty, bought leg only. */
export const STAMP: BySegment = {
  delivery: datedTable(['2020-07-01', 1_500]),
  intraday: datedTable(['2020-07-01', 300]),
  futures: datedTable(['2020-07-01', 200]),
  options: datedTable(['2020-07-01', 300]),
};

/** Goods and services tax, in percent. It is due on brokerage, exchange charge and SEBI fee. */
export const GST_PERCENT = 18;

/** Whether a moment is before the recorded rates of a segment. Then the first row of some rate stands in. */
export const ratesStandInAt = (segment: Segment, time: number): boolean =>
  [STT.buy, STT.sell, EXCHANGE, IPFT, STAMP].some((table) => isBefore(table[segment], time)) ||
  isBefore(SEBI, time);
