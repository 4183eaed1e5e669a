import { paintCandles } from './candles.ts';
import { paintChart, updateChart } from './charts.ts';
import { driveGrid } from './grids.tsx';

/** Functions that the measuring program calls. */
const bench = { driveGrid, paintCandles, paintChart, updateChart };
export type PaintBench = typeof bench;

Object.assign(window, { bench });
