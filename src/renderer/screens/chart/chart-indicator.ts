import { indicatorText, wholeIndicatorText } from '../../../engine/rules/operand-text.ts';
import {
  type Indicator,
  type IndicatorName,
  IndicatorSchema,
  scaleOf,
  unitOfIndicator,
} from '../../../shared/indicators/indicators.ts';
import { CATALOGUE } from '../../features/indicators/catalogue.ts';

/** An indicator on a chart: one line of it, or all that belong together, such as both bands and their middle. */
export interface ChartIndicator {
  readonly indicator: Indicator;
  readonly isWhole: boolean;
}

/** An indicator as it is first drawn: where rules begin with a direction, a chart has its line. */
const drawnOf = (name: IndicatorName): Indicator => {
  const { start } = CATALOGUE[name];
  return 'output' in start && start.output === 'direction' ? { ...start, output: 'line' } : start;
};

const isAlike = (one: Indicator, other: Indicator): boolean =>
  unitOfIndicator(one) === unitOfIndicator(other) && scaleOf(one) === scaleOf(other);

/** Lines of an indicator on one axis, with its parameters. */
const allLinesOf = (indicator: Indicator): Indicator[] => {
  const outputs = Object.keys(CATALOGUE[indicator.name].outputs ?? {});
  const first = { ...indicator, ...outputPart(drawnOf(indicator.name)) } as Indicator;
  return outputs
    .map((output) => ({ ...indicator, output }) as Indicator)
    .filter((line) => isAlike(line, first));
};

const outputPart = (indicator: Indicator) => ('output' in indicator ? { output: indicator.output } : {});

/** Whether an indicator has lines that belong together. */
export const hasLines = (indicator: Indicator): boolean => allLinesOf(indicator).length > 1;

/** A new indicator of a chart: whole, where it has several lines. */
export const newOnChart = (name: IndicatorName): ChartIndicator => {
  const indicator = drawnOf(name);
  return { indicator, isWhole: hasLines(indicator) };
};

/** Lines to draw, in their order. */
export const linesOf = ({ indicator, isWhole }: ChartIndicator): readonly Indicator[] =>
  isWhole && hasLines(indicator) ? allLinesOf(indicator) : [indicator];

/** Its name: `MACD(12, 26, 9)` of a whole, `MACD(12, 26, 9) signal` of a line. */
export const onChartText = ({ indicator, isWhole }: ChartIndicator): string =>
  isWhole ? wholeIndicatorText(indicator) : indicatorText(indicator);

/** As it is kept on this computer: an indicator, with a mark where it is whole. */
export const keptOf = ({ indicator, isWhole }: ChartIndicator): object =>
  isWhole ? { ...indicator, isWhole } : indicator;

/** The same as it was kept; nothing of what is none. One that was kept before there were wholes is a line. */
export const onChartOf = (kept: unknown): ChartIndicator | [] => {
  const indicator = IndicatorSchema.safeParse(kept).data;
  if (!indicator) return [];
  const isWhole = typeof kept === 'object' && kept !== null && 'isWhole' in kept && kept.isWhole === true;
  return { indicator, isWhole: isWhole && hasLines(indicator) };
};
