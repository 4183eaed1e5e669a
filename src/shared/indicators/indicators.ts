import { z } from 'zod';
import { unitOfField } from '../price-fields.ts';
import { averages } from './averages.ts';
import type { IndicatorScale, IndicatorUnit } from './declare.ts';
import { oscillators } from './oscillators.ts';
import { trends } from './trends.ts';
import { volumeAndRange } from './volume-and-range.ts';

/** All indicators of the rule language, in the order of their offer. The engine computes exactly these. */
export const INDICATORS = [...averages, ...trends, ...oscillators, ...volumeAndRange] as const;

type Declared = (typeof INDICATORS)[number];
type Schema = ReturnType<Declared['schema']>;

/** An indicator with its parameters, as it stands in a rule document. */
export type Indicator = z.output<Schema>;
export type IndicatorName = Indicator['name'];

/** The list gives the union its members; their types follow from the list as well. */
export const IndicatorSchema = z.lazy(
  () =>
    z.discriminatedUnion('name', INDICATORS.map(({ schema }) => schema()) as never) as unknown as z.ZodType<
      Indicator,
      z.input<Schema>
    >,
);

/** The facts known of an indicator, in one type for all. */
export interface IndicatorFacts {
  readonly name: IndicatorName;
  readonly short: string;
  readonly label: string;
  readonly start: Readonly<Record<string, string | number>>;
  readonly outputs?: Readonly<Record<string, string>>;
  readonly bounds?: readonly [low: number, high: number];
  readonly weighsVolume?: boolean;
}

const BY_NAME = new Map<IndicatorName, Declared>(INDICATORS.map((declared) => [declared.name, declared]));

const declaredAs = (name: IndicatorName): Declared => {
  const declared = BY_NAME.get(name);
  if (!declared) throw new RangeError(`There is no indicator '${name}'.`);
  return declared;
};

/** Facts about an indicator. */
export const factsOf = (name: IndicatorName): IndicatorFacts => declaredAs(name);

/** A new indicator of a name, with its first parameters. */
export const startOf = (name: IndicatorName): Indicator =>
  ({ name, ...declaredAs(name).start }) as unknown as Indicator;

type Answer<T extends string> = T | ((parameters: never) => T);

/** Each function belongs to the name that the indicator has. */
const answer = <T extends string>(given: Answer<T>, indicator: Indicator): T =>
  typeof given === 'function' ? given(indicator as never) : given;

/** Unit of an indicator. */
export const unitOfIndicator = (indicator: Indicator): Exclude<IndicatorUnit, 'source'> => {
  const unit = answer<IndicatorUnit>(declaredAs(indicator.name).unit, indicator);
  if (unit !== 'source') return unit;
  return 'source' in indicator ? unitOfField(indicator.source) : 'price';
};

/** Response of an indicator to prices that are moved or scaled. */
export const scaleOf = (indicator: Indicator): IndicatorScale =>
  answer<IndicatorScale>(declaredAs(indicator.name).scale, indicator);
