import { labels } from '../../../i18n/translate.ts';
import type { DrawingColour } from './drawing.ts';
import type { ToolName } from './tool-names.ts';

/** Tools as the person reads them. */
export const TOOL_LABELS: Readonly<Record<ToolName, string>> = labels({
  'trend-line': 'Trend line',
  ray: 'Ray',
  'extended-line': 'Extended line',
  arrow: 'Arrow',
  'horizontal-line': 'Horizontal line',
  'horizontal-ray': 'Horizontal ray',
  'vertical-line': 'Vertical line',
  'cross-line': 'Cross line',
  'parallel-channel': 'Parallel channel',
  'regression-channel': 'Regression channel',
  pitchfork: 'Pitchfork',
  rectangle: 'Rectangle',
  ellipse: 'Ellipse',
  triangle: 'Triangle',
  'fib-retracement': 'Fibonacci retracement',
  'fib-extension': 'Fibonacci extension',
  'fib-fan': 'Fibonacci fan',
  'fib-time-zones': 'Fibonacci time zones',
  'gann-fan': 'Gann fan',
  measure: 'Measure',
  'long-position': 'Long position',
  'short-position': 'Short position',
  'anchored-vwap': 'Anchored VWAP',
  'text-note': 'Text note',
  'price-label': 'Price label',
});

/** Tools in the order of their menu, by kind. */
export const TOOL_GROUPS: readonly (readonly ToolName[])[] = [
  [
    'trend-line',
    'ray',
    'extended-line',
    'arrow',
    'horizontal-line',
    'horizontal-ray',
    'vertical-line',
    'cross-line',
  ],
  ['parallel-channel', 'regression-channel', 'pitchfork', 'gann-fan', 'rectangle', 'ellipse', 'triangle'],
  ['fib-retracement', 'fib-extension', 'fib-fan', 'fib-time-zones'],
  ['measure', 'long-position', 'short-position', 'anchored-vwap', 'text-note', 'price-label'],
];

/** Colours of drawings as the person reads them. */
export const COLOUR_LABELS: Readonly<Record<DrawingColour, string>> = labels({
  chart1: 'First colour',
  chart2: 'Second colour',
  chart3: 'Third colour',
  chartBenchmark: 'Quiet colour',
  pnlUp: 'Colour of profit',
  pnlDown: 'Colour of loss',
});
