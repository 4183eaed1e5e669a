import { fail, succeed, type Result } from '../../shared/failure.ts';
import type { RuleDocument } from '../../shared/rule-document.ts';
import { seededRandom } from '../random.ts';
import { parseRuleDocument } from '../rules/parse.ts';
import { numberAt, setNumberAt } from './document-path.ts';
import { parameterLabel } from './parameter-label.ts';

/** A number of the document and the values to try; both ends included. */
export interface ParameterRange {
  readonly path: string;
  readonly from: number;
  readonly to: number;
  readonly step: number;
}

export interface SweptParameter {
  readonly path: string;
  readonly label: string;
  /** In rising order. */
  readonly values: readonly number[];
}

/**
 * Combinations that a sweep tries: `sets[i][k]` is the value of parameter k in combination i, in the order of the grid.
 */
export interface ParameterSets {
  readonly parameters: readonly SweptParameter[];
  readonly sets: readonly (readonly number[])[];
}

export interface SweepMethod {
  readonly method: 'grid' | 'random';
  /** Combinations drawn by `random`; all of the grid when it has no more. */
  readonly samples: number;
  readonly seed: number;
}

/** Most combinations of a sweep, and most values of one parameter. */
export const MOST_SETS = 10_000;

/** Steps of a tenth end in digits nobody asked for; twelve significant ones are enough for any parameter. */
const PRECISION = 12;
const TOLERANCE = 1e-9;

/** Number of the values of a range. */
export const countOf = ({ from, to, step }: Omit<ParameterRange, 'path'>): number =>
  Math.floor((to - from) / step + TOLERANCE) + 1;

/** Values of a range, in rising order. */
export const valuesOf = (range: Omit<ParameterRange, 'path'>): number[] =>
  Array.from({ length: countOf(range) }, (_, index) =>
    Number((range.from + index * range.step).toPrecision(PRECISION)),
  );

/** A document with other numbers in it, checked anew. Values in the order of the paths. */
export const withParameters = (
  document: RuleDocument,
  paths: readonly string[],
  values: readonly number[],
): Result<RuleDocument> => {
  const changed = JSON.parse(JSON.stringify(document)) as RuleDocument;
  for (const [index, path] of paths.entries()) setNumberAt(changed, path, values[index] as number);
  return parseRuleDocument(changed);
};

const faultOf = (document: RuleDocument, range: ParameterRange): string | null => {
  const { path } = range;
  if (numberAt(document, path) === null) return 'is not a number of these rules';
  if (countOf(range) > MOST_SETS) return `has ${countOf(range)} values; at most ${MOST_SETS} can be tried`;
  const values = valuesOf(range);
  // Both ends and the first step show a limit or a step that does not fit; combinations are judged one by one.
  for (const value of new Set([values[0], values[1], values.at(-1)])) {
    if (value === undefined) continue;
    const parsed = withParameters(document, [path], [value]);
    if (!parsed.ok)
      return `cannot be ${value}: ${Object.values(parsed.failure.fields ?? {})[0] ?? 'it is refused'}`;
  }
  return null;
};

/** Value index of each parameter in a numbered set of the grid. The last parameter changes fastest. */
export const indicesOf = (number: number, counts: readonly number[]): number[] => {
  const indices = new Array<number>(counts.length);
  let rest = number;
  for (let k = counts.length - 1; k >= 0; k--) {
    indices[k] = rest % (counts[k] as number);
    rest = Math.floor(rest / (counts[k] as number));
  }
  return indices;
};

/** Draw different numbers below `total`, in rising order. There are `samples` of them, the same for the same seed. */
const drawnNumbers = (total: number, samples: number, seed: number): number[] => {
  const random = seededRandom(`sweep:${seed}`);
  const chosen = new Set<number>();
  const pick = (below: number) => Math.floor(random.uniform() * below);
  // Robert Floyd's draw without repetition: one random number for each sample.
  for (let top = total - samples; top < total; top++) {
    const number = pick(top + 1);
    chosen.add(chosen.has(number) ? top : number);
  }
  return [...chosen].sort((a, b) => a - b);
};

/**
 * The combinations of a sweep: every one, or a seeded draw of them without repetition. Refused (`invalid`) with the
 * path: a parameter that is not a number of the document or is named twice, values the document does not allow, more
 * than 10,000 combinations. Values that do not go together are only found when a document is made (`withParameters`).
 */
export const parameterSets = (
  document: RuleDocument,
  ranges: readonly ParameterRange[],
  { method, samples, seed }: SweepMethod,
): Result<ParameterSets> => {
  for (const [index, range] of ranges.entries()) {
    const isTwice = ranges.findIndex(({ path }) => path === range.path) < index;
    const fault = isTwice ? 'is named twice' : faultOf(document, range);
    if (fault)
      return fail('invalid', `The parameter ${range.path} ${fault}.`, {
        fields: { [`parameters.${index}.path`]: fault },
      });
  }
  const parameters = ranges.map((range) => ({
    path: range.path,
    label: parameterLabel(document, range.path),
    values: valuesOf(range),
  }));
  const counts = parameters.map(({ values }) => values.length);
  const total = counts.reduce((product, count) => product * count, 1);
  const wanted = method === 'grid' ? total : Math.min(samples, total);
  if (wanted > MOST_SETS)
    return fail(
      'invalid',
      `The parameters make ${total} combinations; at most ${MOST_SETS} can be tried in one sweep.`,
      {
        fields: { parameters: `make ${total} combinations` },
      },
    );
  if (!Number.isSafeInteger(total))
    return fail('invalid', 'The parameters make more combinations than can be counted; widen the steps.', {
      fields: { parameters: 'make too many combinations' },
    });
  const numbers =
    wanted === total ? Array.from({ length: total }, (_, n) => n) : drawnNumbers(total, wanted, seed);
  const sets = numbers.map((number) =>
    indicesOf(number, counts).map((at, k) => parameters[k]?.values[at] as number),
  );
  return succeed({ parameters, sets });
};
