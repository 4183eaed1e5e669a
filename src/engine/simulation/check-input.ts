import { istDayText } from '../../shared/time.ts';
import { fail, succeed, type Result } from '../../shared/failure.ts';
import { sliceBars, type Bars } from '../bars.ts';
import type { SimulationInput } from './simulation.ts';

/** First bar that starts at or after a moment. */
const indexAt = ({ time, length }: Bars, moment: number): number => {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((time[middle] as number) < moment) low = middle + 1;
    else high = middle;
  }
  return low;
};

/**
 * Valid input of a simulation: the input with its series cut off at `to`. Refused (`invalid`) with a sentence when
 * there is no capital, an instrument stands twice, the members of an index are not known, or there is no candle between
 * `from` and `to`.
 */
export const checkInput = (input: SimulationInput): Result<SimulationInput> => {
  const { capital, series, from = -Infinity, to = Infinity } = input;
  if (!Number.isSafeInteger(capital) || capital <= 0)
    return fail('invalid', 'The capital must be more than zero, in whole paise.');
  const { universe } = input.rules.document;
  if (universe && !input.isMember)
    return fail(
      'invalid',
      `The rules trade the members of ${universe.index}, and nothing says who they are on which day.`,
    );
  const symbols = series.map(({ instrument }) => instrument.symbol);
  const twice = symbols.find((symbol, index) => symbols.indexOf(symbol) !== index);
  if (twice !== undefined) return fail('invalid', `The candles of ${twice} are given twice.`);
  if (from >= to) return fail('invalid', 'The run must begin before it ends.');
  const first = Math.min(...series.map(({ bars }) => bars.time[0] ?? Infinity));
  const last = Math.max(...series.map(({ bars }) => bars.time.at(-1) ?? -Infinity));
  const names = symbols.join(', ');
  if (first === Infinity)
    return fail('invalid', `There are no candles${names && ` of ${names}`} to run the rules on.`);
  if (from > last)
    return fail(
      'invalid',
      `The candles of ${names} end on ${istDayText(last)}, before the run begins on ${istDayText(from)}.`,
    );
  if (to <= first)
    return fail(
      'invalid',
      `The candles of ${names} begin on ${istDayText(first)}, after the run has ended on ${istDayText(to - 1)}.`,
    );
  const cut = series.map((one) =>
    to === Infinity ? one : { ...one, bars: sliceBars(one.bars, 0, indexAt(one.bars, to)) },
  );
  const isBetween = cut.some(({ bars }) => bars.length > 0 && (bars.time.at(-1) as number) >= from);
  if (!isBetween) return fail('invalid', `There are no candles of ${names} on the days of the run.`);
  return succeed({ ...input, series: cut });
};
