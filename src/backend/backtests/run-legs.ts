import type { Kysely } from 'kysely';
import { type Bar, barsFrom, dayNumber } from '../../engine/bars.ts';
import { ANGEL_ONE } from '../../engine/charges/plan.ts';
import { expiriesByCalendar } from '../../engine/contracts/expiry-calendar.ts';
import { KeptPremiums } from '../../engine/legs/kept-premiums.ts';
import { ModelledPremiums } from '../../engine/legs/modelled-premiums.ts';
import { LegSimulator } from '../../engine/legs/simulate-legs.ts';
import { fail, type Result, succeed } from '../../shared/failure.ts';
import type { LegDocument } from '../../shared/leg-document.ts';
import { formatPercent } from '../../shared/money.ts';
import type { PremiumChoice } from '../../shared/premium-choices.ts';
import { istDate } from '../../shared/time.ts';
import type { Schema } from '../db/schema.ts';
import { type CandleRange, hasDailyCandles, loadCandleRange } from '../market/candle-range.ts';
import { INDIA_VIX } from '../market/instrument-master.ts';
import { KeptPremiumDays } from './kept-premium-days.ts';

/** Where and on what documents with legs are run. */
export interface LegTerms {
  /** Of the simulated market. */
  readonly seed: number;
  /** Owner of kept premiums. */
  readonly userId: number;
  readonly range: Omit<CandleRange, 'symbols' | 'timeframe' | 'warmUp'>;
  readonly premiums: PremiumChoice;
  /** Volatility at the money, percent a year. */
  readonly volatility: number;
}

/** Runs of documents with legs over the same days. */
export interface LegRuns {
  /** In the order of the documents. */
  readonly simulators: readonly LegSimulator[];
  /** Strikes near the money without a price. Of the moments at which legs were chosen, each once a day. */
  readonly missingStrikes: readonly string[];
  /** India VIX at the last close before a day; null where none is known. */
  readonly vixBefore: (day: string) => number | null;
}

const PAISE_A_POINT = 100;
const GAP = 'No premiums are kept of this day for the expiry that a leg asks for.';
const NO_INDEX = 'There are no prices of the index on this day.';

/** Bars by their day. They are in order, so a day is named once. */
const byDay = (bars: readonly Bar[]): Map<string, Bar[]> => {
  const days = new Map<string, Bar[]>();
  let [number, ofDay]: [number, Bar[]] = [Number.NaN, []];
  for (const bar of bars) {
    if (dayNumber(bar.time) !== number) {
      number = dayNumber(bar.time);
      ofDay = [];
      days.set(istDate(bar.time), ofDay);
    }
    ofDay.push(bar);
  }
  return days;
};

/** Candle of a day out of its minutes. */
const dayOf = (minutes: readonly Bar[]): Pick<Bar, 'open' | 'high' | 'low' | 'close'> | null => {
  const [first, last] = [minutes[0], minutes.at(-1)];
  if (!first || !last) return null;
  return {
    open: first.open,
    high: minutes.reduce((high, bar) => Math.max(high, bar.high), 0),
    low: minutes.reduce((low, bar) => Math.min(low, bar.low), Infinity),
    close: last.close,
  };
};

const vixIn = async (db: Kysely<Schema>, { seed, range }: LegTerms): Promise<LegRuns['vixBefore']> => {
  const wanted = { ...range, symbols: [INDIA_VIX], timeframe: '1d', warmUp: 5 } as const;
  const bars =
    range.source === 'replay' ? (await loadCandleRange(db, seed, wanted)).get(INDIA_VIX) : undefined;
  const closes = (bars ?? []).map(({ time, close }) => ({ day: istDate(time), vix: close / PAISE_A_POINT }));
  return (day) => closes.findLast((one) => one.day < day)?.vix ?? null;
};

/**
 * Run documents with legs on one underlying over the same days. Premiums of a day are read once for all of them, and held
 * as long as the day. `onDay` is called with the share of the days that is done.
 */
export const runLegs = async (
  db: Kysely<Schema>,
  documents: readonly LegDocument[],
  terms: LegTerms,
  onDay: (share: number) => void = () => undefined,
): Promise<Result<LegRuns>> => {
  const { seed, range, userId, premiums: choice, volatility } = terms;
  const underlying = documents[0]?.underlying ?? '';
  const load = async (timeframe: '1m' | '1d'): Promise<readonly Bar[]> => {
    const wanted = { ...range, symbols: [underlying], timeframe, warmUp: 0 };
    return (await loadCandleRange(db, seed, wanted)).get(underlying) ?? [];
  };
  // Where no daily candles are stored, its minutes make them.
  const hasDaily = await hasDailyCandles(db, range, underlying);
  const [minuteBars, dailyBars] = [await load('1m'), hasDaily ? await load('1d') : []];
  for (const bars of [minuteBars, dailyBars]) {
    const good = barsFrom(bars);
    if (!good.ok) return fail('refused', `${underlying}: ${good.failure.message}`);
  }
  const [minutes, daily] = [byDay(minuteBars), byDay(dailyBars)];
  if (minutes.size === 0 && daily.size === 0)
    return fail('refused', `There are no candles of ${underlying} on these days.`);
  const model = new ModelledPremiums({
    underlying,
    expiriesOn: (day) => expiriesByCalendar(underlying, day),
    volatilityOn: () => volatility,
    volatilitySource: formatPercent(volatility),
  });
  const vixBefore = await vixIn(db, terms);
  if (choice === 'modelled') {
    const simulators = documents.map(
      (document) => new LegSimulator({ document, exchange: 'NSE', premiums: model, plan: ANGEL_ONE }),
    );
    let done = 0;
    for (const [day, bars] of minutes) {
      const close = daily.get(day)?.[0]?.close;
      for (const simulator of simulators)
        simulator.runDay({ day, minutes: bars, ...(close !== undefined && { close }) });
      onDay(++done / minutes.size);
    }
    return succeed({ simulators, missingStrikes: [], vixBefore });
  }
  const kept = await KeptPremiumDays.find(db, {
    ownerId: userId,
    underlying,
    from: istDate(range.from),
    to: istDate(range.before - 1),
  });
  const isModelAllowed = choice === 'kept-else-modelled';
  if (kept.isEmpty && !isModelAllowed)
    return fail(
      'refused',
      `No premiums of ${underlying} are kept of these days. Import files of its options, or choose modelled premiums.`,
      { fields: { premiums: 'none are kept of these days' } },
    );
  const { exchange } = kept;
  const premiums = new KeptPremiums({ exchange, underlying, isModelAllowed }, model);
  const simulators = documents.map(
    (document) => new LegSimulator({ document, exchange, premiums, plan: ANGEL_ONE }),
  );
  const choices = [...new Set(documents.flatMap(({ legs }) => legs.map(({ expiry }) => expiry)))];
  const days = [...new Set([...minutes.keys(), ...daily.keys(), ...kept.minuteDays])].sort();
  for (const [index, day] of days.entries()) {
    const [bars, candle] = [minutes.get(day) ?? [], daily.get(day)?.[0] ?? dayOf(minutes.get(day) ?? [])];
    const held = simulators.flatMap(({ symbols }) => symbols);
    premiums.begin(
      await kept.day(day, {
        ...{ choices, held, isModelAllowed },
        hasMinutes: bars.length > 0,
        hasDaily: candle !== null,
      }),
    );
    const { origin } = premiums;
    for (const simulator of simulators)
      if (!candle) simulator.skipDay(day, NO_INDEX);
      else if (origin === 'daily' || bars.length === 0)
        simulator.runDailyDay(day, candle, origin === null ? GAP : '');
      else simulator.runDay({ day, minutes: bars, close: candle.close }, origin === null ? GAP : '');
    onDay((index + 1) / days.length);
  }
  return succeed({ simulators, missingStrikes: premiums.missingStrikes, vixBefore });
};
