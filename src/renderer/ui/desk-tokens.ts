/** Names of the colours and sizes that Fluent's theme does not have; the theme gives each a value as a CSS variable. */
export const DESK_TOKEN_NAMES = [
  'appBackground',
  'numberFg',
  'pnlUp',
  'pnlDown',
  'pnlUpBg',
  'pnlDownBg',
  'pnlFlat',
  'liveFg',
  'liveBg',
  'liveLine',
  'testFg',
  'testBg',
  'staleFg',
  'staleBg',
  'chart1',
  'chart2',
  'chart3',
  'chartBenchmark',
  'chartGrid',
  'chartAxis',
  'rowHeight',
] as const;
type DeskTokenName = (typeof DESK_TOKEN_NAMES)[number];
export type DeskTokens = Record<DeskTokenName, string>;

/** Use in `makeStyles`: `color: desk.pnlUp`. */
export const desk = Object.fromEntries(
  DESK_TOKEN_NAMES.map((name) => [name, `var(--${name})`]),
) as DeskTokens;

/** The colours as the page computes them, for a canvas that cannot read variables. */
export const computedDeskTokens = (element: Element): DeskTokens => {
  const style = getComputedStyle(element);
  return Object.fromEntries(
    DESK_TOKEN_NAMES.map((name) => [name, style.getPropertyValue(`--${name}`).trim()]),
  ) as DeskTokens;
};
