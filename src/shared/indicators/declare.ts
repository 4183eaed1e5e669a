import { z } from 'zod';
import { PRICE_FIELDS, type PriceField } from '../price-fields.ts';

/** Unit of an indicator. `source` stands for the unit of the price field that it is computed from. */
export type IndicatorUnit = 'price' | 'shares' | 'number' | 'percent' | 'source';

/**
 * Response of an indicator to prices that are all moved or scaled: a `level` with both, a `width` (a difference of
 * prices) with the scale alone, a `ratio` with neither, and what is `relative` to the price changes when it is moved.
 */
export type IndicatorScale = 'level' | 'width' | 'ratio' | 'relative';

/** Facts about an indicator beside its parameters. */
interface About<Parameters> {
  /** Its name in a rule in words, before its parameters: `EMA`. */
  readonly short: string;
  /** Its name in a list of indicators: `Exponential moving average (EMA)`. */
  readonly label: string;
  /** Parameters of a new one. */
  readonly start: Parameters;
  /** Names of its outputs; absent where there is one. */
  readonly outputs?: Parameters extends { output: infer Output extends string }
    ? Readonly<Record<Output, string>>
    : never;
  /** By output where its outputs measure different things. */
  readonly unit: IndicatorUnit | ((parameters: Parameters) => IndicatorUnit);
  readonly scale: IndicatorScale | ((parameters: Parameters) => IndicatorScale);
  /** Between which numbers every value lies; absent where there are no bounds. */
  readonly bounds?: readonly [low: number, high: number];
  /** Means nothing for a series without volume, whatever price it is of. */
  readonly weighsVolume?: boolean;
}

/** An indicator of the rule language: its name, the schema of its parameters, and what is known of it. */
export const declare = <Name extends string, Fields extends z.core.$ZodShape>(
  name: Name,
  /** The parameters' schemas, as a function: a program that starts builds none before it is needed. */
  fields: () => Fields,
  about: About<z.output<z.ZodObject<Fields>>>,
) => ({
  name,
  schema: () => z.object({ name: z.literal(name), ...fields() }),
  ...about,
});

/** A number of candles. */
export const period = z.int().min(1).max(500);
/** Multiple of a deviation or a range. */
export const factor = z.number().positive().max(100);
/** A share of one. */
export const share = z.number().positive().max(1);
/** The price field that an indicator is taken of. */
export const sourceOf = (usual: PriceField) => z.enum(PRICE_FIELDS).default(usual);
/** Which of its outputs is meant. */
export const outputOf = <const Outputs extends readonly [string, ...string[]]>(
  outputs: Outputs,
  usual: Outputs[number],
) => z.enum(outputs).default(usual as never);
