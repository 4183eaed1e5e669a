import { fail, type Result, succeed } from '../../shared/failure.ts';
import type { LegDocument } from '../../shared/leg-document.ts';
import { type LegParameter, MOST_LEG_SETS } from '../../shared/leg-parameters.ts';
import { istDate, minutesToClock } from '../../shared/time.ts';
import { parseLegDocument } from '../rules/parse.ts';
import { bestSet } from '../sweep/best-set.ts';
import { countOf, indicesOf, valuesOf } from '../sweep/parameter-sets.ts';
import type { DayRange, WalkForwardWindow } from '../sweep/walk-forward.ts';
import { drawdownOf } from './leg-results.ts';
import type { StructureOutcome } from './simulate-legs.ts';

/** Values to try of a parameter; both ends included. Times are minutes of the day. */
export interface LegParameterRange {
  readonly name: LegParameter;
  readonly from: number;
  readonly to: number;
  readonly step: number;
}

/** Combinations of a sweep, with a document for each. */
export interface LegSets {
  readonly parameters: readonly { readonly name: LegParameter; readonly values: readonly number[] }[];
  readonly sets: readonly (readonly number[])[];
  readonly documents: readonly LegDocument[];
  /** Combinations that no document allows, such as an exit before the entry. They are left out. */
  readonly leftOut: number;
}

/** Figures of some structures; money in paise, after charges. */
export interface LegSetFigures {
  readonly net: number;
  readonly days: number;
  readonly won: number;
  readonly maxDrawdown: number;
}

/** A window of a walk-forward. Its set was chosen on the days before those it is tried on. */
export interface LegWindow extends WalkForwardWindow {
  /** Number of the set; null where no set had a result to choose by. */
  readonly set: number | null;
  readonly inSample: LegSetFigures;
  readonly outOfSample: LegSetFigures;
}

/** Put a value wherever a parameter means it. The number of places is answered. */
const put = (document: LegDocument, name: LegParameter, value: number): number => {
  if (name === 'entry-time' || name === 'exit-time') {
    document[name === 'entry-time' ? 'entry' : 'exit'].at = minutesToClock(value);
    return 1;
  }
  let places = 0;
  for (const leg of document.legs) {
    if (name === 'steps') {
      if (leg.strike?.by !== 'at-the-money') continue;
      leg.strike.steps = value;
      places++;
      continue;
    }
    const level = leg[name];
    if (!level) continue;
    if (level.distance.kind === 'points') level.distance.rupees = value;
    else if (level.distance.kind === 'percent') level.distance.value = value;
    places++;
  }
  return places;
};

const changed = (
  document: LegDocument,
  ranges: readonly LegParameterRange[],
  values: readonly number[],
): { readonly places: number; readonly parsed: Result<LegDocument> } => {
  const copy = JSON.parse(JSON.stringify(document)) as LegDocument;
  let places = Infinity;
  for (const [index, { name }] of ranges.entries())
    places = Math.min(places, put(copy, name, values[index] as number));
  return { places, parsed: parseLegDocument(copy) };
};

const faultOf = (document: LegDocument, range: LegParameterRange): string | null => {
  if (!(range.from <= range.to)) return 'ends below its first value';
  if (!(range.step > 0)) return 'needs a step above zero';
  const count = countOf(range);
  if (count > MOST_LEG_SETS) return `has ${count} values; at most ${MOST_LEG_SETS} can be tried`;
  const isTime = range.name === 'entry-time' || range.name === 'exit-time';
  if (isTime && ![range.from, range.step].every(Number.isInteger)) return 'must be in whole minutes';
  if (changed(document, [range], [range.from]).places === 0)
    return range.name === 'steps'
      ? 'needs a leg whose strike is chosen by steps from the money'
      : `needs a leg with a ${range.name}`;
  const values = valuesOf(range);
  const good = values.some((value) => changed(document, [range], [value]).parsed.ok);
  return good ? null : `cannot be ${values[0]}: the document does not allow it`;
};

/** Combinations of the values of some parameters. Refused (`invalid`) with the field at fault. */
export const legSets = (document: LegDocument, ranges: readonly LegParameterRange[]): Result<LegSets> => {
  for (const [index, range] of ranges.entries()) {
    const isTwice = ranges.findIndex(({ name }) => name === range.name) < index;
    const fault = isTwice ? 'is named twice' : faultOf(document, range);
    if (fault)
      return fail('invalid', `The parameter ${range.name} ${fault}.`, {
        fields: { [`parameters[${index}]`]: fault },
      });
  }
  const parameters = ranges.map((range) => ({ name: range.name, values: valuesOf(range) }));
  const counts = parameters.map(({ values }) => values.length);
  const total = counts.reduce((product, count) => product * count, 1);
  if (total > MOST_LEG_SETS)
    return fail(
      'invalid',
      `The parameters make ${total} combinations; at most ${MOST_LEG_SETS} of legs can be tried at once.`,
      { fields: { parameters: `make ${total} combinations` } },
    );
  const [sets, documents]: [number[][], LegDocument[]] = [[], []];
  for (let number = 0; number < total; number++) {
    const values = indicesOf(number, counts).map((at, k) => parameters[k]?.values[at] as number);
    const { parsed } = changed(document, ranges, values);
    if (!parsed.ok) continue;
    sets.push(values);
    documents.push(parsed.value);
  }
  return succeed({ parameters, sets, documents, leftOut: total - sets.length });
};

/** Figures of structures, in order of days. */
export const figuresOfSet = (outcomes: readonly StructureOutcome[]): LegSetFigures => ({
  net: outcomes.reduce((sum, { net }) => sum + net, 0),
  days: outcomes.length,
  won: outcomes.filter(({ net }) => net > 0).length,
  maxDrawdown: drawdownOf(outcomes),
});

const within = (outcomes: readonly StructureOutcome[], { from, to }: DayRange): StructureOutcome[] =>
  outcomes.filter(({ day }) => day >= from && day <= to);

/** Day on which the last leg of a structure was closed. */
const endOf = ({ day, trades }: StructureOutcome): string => {
  const last = Math.max(...trades.map(({ exitedAt }) => exitedAt));
  return trades.length > 0 ? istDate(last) : day;
};

/**
 * Choose a set in each window, and try it on later days. The best net result is chosen. A structure that was
 * still held when the first days ended was not known then, and has no say.
 */
export const walkForward = (
  outcomes: readonly (readonly StructureOutcome[])[],
  windows: readonly WalkForwardWindow[],
): { readonly windows: LegWindow[]; readonly outOfSample: LegSetFigures } => {
  const tried: StructureOutcome[] = [];
  const results = windows.map((window): LegWindow => {
    const known = outcomes.map((some) =>
      within(some, window.train).filter((outcome) => endOf(outcome) <= window.train.to),
    );
    const set = bestSet(known.map((some) => (some.length > 0 ? figuresOfSet(some).net : null)));
    const after = within(set === null ? [] : (outcomes[set] ?? []), window.test);
    tried.push(...after);
    return {
      ...window,
      set,
      inSample: figuresOfSet(set === null ? [] : (known[set] ?? [])),
      outOfSample: figuresOfSet(after),
    };
  });
  return { windows: results, outOfSample: figuresOfSet(tried) };
};
