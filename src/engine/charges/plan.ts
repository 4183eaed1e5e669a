import { datedTable, type DatedTable } from '../dated.ts';
import type { Segment } from '../instrument.ts';

/** Brokerage for one order: the lower of a percentage and a cap, but not less than a floor. */
export interface Brokerage {
  /** Percent of turnover; null = the cap is a flat fee. */
  readonly percent: number | null;
  readonly capPaise: number;
  readonly floorPaise: number;
}

/** A broker's tariff. Charges that every broker passes on alike are not here but in the rates. */
export interface ChargePlan {
  readonly name: string;
  readonly brokerage: Readonly<Record<Segment, DatedTable<Brokerage>>>;
  /** Depository charge per share and day sold, in paise before GST. It is due for what leaves the demat account. */
  readonly dpPaise: DatedTable<number>;
  /**
   * Place of the investor protection fund in the broker's charges: a line of its own outside GST, or merged into the
   * exchange charge and so inside it.
   */
  readonly ipft: 'separate' | 'merged';
}

const free: Brokerage = { percent: null, capPaise: 0, floorPaise: 0 };
const flat: Brokerage = { percent: null, capPaise: 2_000, floorPaise: 0 };

/**
 * Angel One's tariff: delivery was free until 2024-10-31, then the lower of ₹20 and 0.1 % but at least ₹2; intraday
 * the lower of ₹20 and 0.03 %; ₹20 an order in futures and options; ₹20 per share and day sold from demat. Secondary
 * sources disagree in places, so this is a dated setting and not law.
 */
export const ANGEL_ONE: ChargePlan = {
  name: 'Angel One',
  brokerage: {
    delivery: datedTable(
      ['2019-11-01', free],
      ['2024-11-01', { percent: 0.1, capPaise: 2_000, floorPaise: 200 }],
    ),
    intraday: datedTable(['2019-11-01', { percent: 0.03, capPaise: 2_000, floorPaise: 0 }]),
    futures: datedTable(['2019-11-01', flat]),
    options: datedTable(['2019-11-01', flat]),
  },
  dpPaise: datedTable(['2024-10-01', 2_000]),
  ipft: 'separate',
};

const none = datedTable(['2019-11-01', free]);

/** No brokerage and no depository charge; only what state and exchange take. */
export const ZERO_BROKERAGE: ChargePlan = {
  name: 'Zero brokerage',
  brokerage: { delivery: none, intraday: none, futures: none, options: none },
  dpPaise: datedTable(['2019-11-01', 0]),
  ipft: 'separate',
};
