import { formatCount, formatRupees, formatRupeesCompact } from '../../shared/money.ts';
import type { ReviewCheck } from '../../shared/publication-states.ts';
import { istDateTimeText } from '../../shared/time.ts';

/** Closed trades that a record must have before it says anything. */
export const LEAST_TRADES = 30;
/** Least average value traded of a share in a day, paise: ₹5 crore. */
export const LEAST_DAILY_VALUE = 5_00_00_000_00;
/** Largest part of a share's daily traded value for an entry, percent. */
export const MOST_OF_DAY_PERCENT = 1;
/** Largest part of the winning trades' gains for charges, percent. */
export const MOST_CHARGES_PERCENT = 50;

/** An instrument's trading, and how much the strategy took; money in paise. */
export interface TradedInstrument {
  readonly symbol: string;
  /** Average value traded in a day; null for an index, which has no volume of its own. */
  readonly dailyValue: number | null;
  readonly largestEntry: number;
}

/** Findings that decide a review; money in paise, after charges unless it says gross. */
export interface ReviewFindings {
  /** The first bar about which the rules changed their mind; null for none. */
  readonly lookAhead: { readonly symbol: string; readonly time: number } | null;
  readonly instruments: readonly TradedInstrument[];
  /** Closed ones. */
  readonly trades: number;
  readonly gross: number;
  readonly charges: number;
  readonly net: number;
  /** Gross result of the winning trades. */
  readonly won: number;
}

const lookAheadCheck = ({ lookAhead }: ReviewFindings): ReviewCheck => ({
  check: 'look-ahead',
  isPassed: lookAhead === null,
  sentence:
    lookAhead === null
      ? 'The rules decide by what was known at the time.'
      : `The rules look ahead: about ${lookAhead.symbol} at ${istDateTimeText(lookAhead.time)} they say something else once later candles are known.`,
});

const thinSentence = ({ symbol, dailyValue }: TradedInstrument): string | null =>
  dailyValue !== null && dailyValue < LEAST_DAILY_VALUE
    ? `${symbol} is traded for ${formatRupeesCompact(Math.round(dailyValue))} a day; at least ${formatRupeesCompact(LEAST_DAILY_VALUE)} is asked for.`
    : null;

const crowdedSentence = ({ symbol, dailyValue, largestEntry }: TradedInstrument): string | null =>
  dailyValue !== null && largestEntry > (dailyValue * MOST_OF_DAY_PERCENT) / 100
    ? `An entry in ${symbol} of ${formatRupeesCompact(Math.round(largestEntry))} is more than ${MOST_OF_DAY_PERCENT}% of what is traded of it in a day.`
    : null;

const liquidityCheck = ({ instruments }: ReviewFindings): ReviewCheck => {
  const reasons = instruments
    .flatMap((instrument) => [thinSentence(instrument), crowdedSentence(instrument)])
    .filter((reason) => reason !== null);
  return {
    check: 'liquidity',
    isPassed: reasons.length === 0,
    sentence: reasons.length === 0 ? 'What it trades is traded enough.' : reasons.join(' '),
  };
};

const sampleCheck = ({ trades }: ReviewFindings): ReviewCheck => ({
  check: 'sample',
  isPassed: trades >= LEAST_TRADES,
  sentence:
    trades >= LEAST_TRADES
      ? `It closed ${formatCount(trades)} trades in the backtest of the review.`
      : `It closed ${formatCount(trades)} trades in the backtest of the review; at least ${LEAST_TRADES} are asked for.`,
});

const costsCheck = ({ charges, won }: ReviewFindings): ReviewCheck => {
  const isPassed = charges * 100 <= won * MOST_CHARGES_PERCENT;
  const figures = `Charges of ${formatRupees(charges)} stand against ${formatRupees(won)} that its winning trades gained`;
  return {
    check: 'costs',
    isPassed,
    sentence: isPassed ? `${figures}.` : `${figures}; they may take ${MOST_CHARGES_PERCENT}% at most.`,
  };
};

/**
 * Verdict of the review on each thing that it checks. It judges whether the figures mean anything, not whether they are
 * good: a losing record may be published, and is shown as one.
 */
export const reviewOf = (findings: ReviewFindings): ReviewCheck[] => [
  lookAheadCheck(findings),
  liquidityCheck(findings),
  sampleCheck(findings),
  costsCheck(findings),
];
