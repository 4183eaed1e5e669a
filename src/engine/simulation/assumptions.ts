import { formatCount, formatPercent, formatRupees } from '../../shared/money.ts';
import { istDayText } from '../../shared/time.ts';
import { findJumps } from '../bars.ts';
import { ANGEL_ONE } from '../charges/plan.ts';
import { ratesStandInAt } from '../charges/rates.ts';
import { MARGIN_PERCENT, lotSizeOn, segmentOf } from '../instrument.ts';
import type { SimulationInput } from './simulation.ts';

const slippageText = ({ slippage }: SimulationInput): string => {
  if (!slippage) return 'Orders fill without slippage.';
  if (slippage.kind === 'ticks')
    return `Market and stop orders fill ${slippage.ticks} ${slippage.ticks === 1 ? 'tick' : 'ticks'} worse than the market; targets and partial exits at their level.`;
  return `Market and stop orders fill ${formatPercent(slippage.points / 100)} worse than the market; targets and partial exits at their level.`;
};

const volumeText = ({ volumeSharePercent, series }: SimulationInput): string | null => {
  const share = volumeSharePercent ?? null;
  if (share === null) return 'Orders fill in full whatever the volume of the bar.';
  const without = series.filter(({ bars }) => !bars.hasVolume).map(({ instrument }) => instrument.symbol);
  const except = without.length > 0 ? `, but for ${without.join(', ')}, which report no volume` : '';
  return `An entry takes at most ${share}% of its bar's volume${except}; exits fill in full.`;
};

const proxyText = ({ series, marginPercent = MARGIN_PERCENT }: SimulationInput): string[] =>
  series
    .filter(({ instrument, bars }) => instrument.kind === 'index-proxy' && bars.length > 0)
    .map(({ instrument, bars }) => {
      const lot = lotSizeOn(instrument, bars.time.at(-1) ?? 0);
      return `${instrument.symbol} is an index and cannot be bought: its prices stand in for its near-month future, in lots of ${lot} (by date), with a margin of ${marginPercent['index-proxy']}% and the charges of futures; the future's premium over the index is left out.`;
    });

const dataText = ({ series, rules }: SimulationInput): string[] =>
  series.flatMap(({ instrument: { symbol }, bars }) => {
    if (bars.length === 0) return [`There are no candles of ${symbol}, so it was not traded.`];
    const jumps = findJumps(bars).map((index) => {
      const [before, after] = [bars.close[index - 1] ?? 0, bars.open[index] ?? 0];
      return `${symbol} jumped from ${formatRupees(before)} to ${formatRupees(after)} overnight on ${istDayText(bars.time[index] ?? 0)}: the candles may not be adjusted for a split, bonus or demerger.`;
    });
    if (rules.needsVolume && !bars.hasVolume)
      jumps.push(`The rules read volume, and ${symbol} reports none: they cannot fire on it.`);
    if (bars.length <= rules.warmUp)
      jumps.push(
        `${symbol} has ${bars.length} candles and the rules need more than ${rules.warmUp} before they can fire.`,
      );
    return jumps;
  });

/** Closes at which something that the rules read has no candle. */
const othersText = ({ rules, series, others = [] }: SimulationInput): string[] =>
  rules.reads.flatMap((symbol) => {
    const read = [...series, ...others].find(({ instrument }) => instrument.symbol === symbol);
    const known = new Set(read?.bars.time);
    const asked = series.filter(({ instrument }) => instrument.symbol !== symbol);
    const closes = asked.reduce((sum, { bars }) => sum + bars.length, 0);
    const missing = asked.reduce(
      (sum, { bars }) => sum + bars.time.reduce((count, time) => count + (known.has(time) ? 0 : 1), 0),
      0,
    );
    if (missing === 0) return [];
    return [
      `${symbol}, which the rules read, has no candle at ${formatCount(missing)} of ${formatCount(closes)} closes: what they read of it is not known there.`,
    ];
  });

const sizeText = ({ rules: { document }, capital }: SimulationInput): string => {
  const paid = 'Shares are paid in full, intraday too.';
  const { rotation } = document;
  if (!rotation)
    return `Sizes are taken of the starting capital of ${formatRupees(capital)}; profits are not reinvested. ${paid}`;
  return `At a rebalance every holding gets ${rotation.hold === 1 ? 'all' : `1/${rotation.hold}`} of what the account is worth at that close; profits are reinvested, and a part that no share fills stays in cash. ${paid}`;
};

const universeText = ({ rules: { document } }: SimulationInput): string[] =>
  document.universe
    ? [
        `A share is entered only on days on which the list that you imported has it in ${document.universe.index}. One that leaves the index is held until the rules sell it. Where the cash does not carry all entries of an open, the first by their symbols are made.`,
      ]
    : [];

const rotationText = ({ rules: { document } }: SimulationInput): string[] => {
  const { rotation } = document;
  if (!rotation) return [];
  return [
    document.universe
      ? 'Only members are ranked at a rebalance: what has left the index is sold then.'
      : "The shares are today's list: those that were in it earlier and have fallen out are missing, which makes the past look better than it was.",
    'Quantities are decided at the close of a rebalance and with that close; sales fill before purchases, the best ranked first, and a purchase that the cash does not carry at its fill is cut down to what it does.',
    'Shares of equal rank are taken in the order of their symbols, and a share without a candle on the day of a rebalance is sold.',
    'An order at a rebalance for less than 1% of the account or less than ₹500 is not made.',
  ];
};

const entryText = ({ rules: { document }, maxLossPerDay }: SimulationInput): string[] => {
  const { maxEntries, partialExits, reverse } = document;
  const sentences: string[] = [];
  if (reverse)
    sentences.push(
      'A reversal closes a position and enters the other side at the same open: two orders, each with its charges. Where the first cannot fill, the second is not made.',
    );
  if (maxEntries > 1)
    sentences.push(
      `Up to ${maxEntries} entries of an instrument are open at once. Each has stops and targets of its own, counted from its own price; the exit rule closes them all.`,
    );
  if (partialExits.length > 0)
    sentences.push(
      'A partial exit sells whole lots, rounded down; what the rounding leaves goes with the next part or with the rest.',
    );
  if (maxLossPerDay !== null && maxLossPerDay !== undefined)
    sentences.push(
      `No entry is made once the account is ${formatRupees(maxLossPerDay)} below the last close of the day before, open positions valued at their last closes; exits go on.`,
    );
  return sentences;
};

/** Assumptions of a simulation, in sentences for the reader of its figures. */
export const describeAssumptions = (input: SimulationInput): string[] => {
  const { rules, plan = ANGEL_ONE, series } = input;
  const { document } = rules;
  const start = Math.min(...series.map(({ bars }) => bars.time[0] ?? Infinity));
  const segments = series.map(({ instrument }) => segmentOf(instrument.kind, document.product));
  const isEarly = segments.some((segment) => ratesStandInAt(segment, start));
  return [
    'What is decided at the close of a bar fills at the open of the next.',
    'A stop that the open has jumped over fills at the open; when one bar reaches both a stop and a target or partial exit, the stop is taken; a trailing stop moves at the close of a bar.',
    slippageText(input),
    'At the edge of its price band nothing is bought (upper) or sold (lower): such an order waits for the first open away from it, and an entry decided there is not made.',
    volumeText(input),
    sizeText(input),
    ...universeText(input),
    ...rotationText(input),
    ...entryText(input),
    `Charges are those of ${plan.name} with the taxes and fees of each day.`,
    isEarly
      ? 'Some days are older than the oldest rates known for every charge; the oldest known are used for them.'
      : null,
    document.product === 'intraday'
      ? `Open positions are squared off at the first open at or after ${document.squareOffTime} (earlier where continuous trading ends before that), or at the day's last close if there is none.`
      : 'A share bought and sold on one day is charged as delivery.',
    ...proxyText(input),
    ...dataText(input),
    ...othersText(input),
    'Positions still open on the last bar are closed at its close and marked as open.',
  ].filter((sentence) => sentence !== null);
};
