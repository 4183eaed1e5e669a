import { lazy, Suspense, type ComponentProps } from 'react';
import { BlockSkeleton } from '../../ui/skeletons.tsx';

const CandleChart = lazy(() => import('./candle-chart.tsx').then((part) => ({ default: part.CandleChart })));

/** Height of the chart in pixels, for what stands in its place while it is loaded. */
export const CANDLE_CHART_HEIGHT = 320;

/** The candle chart, whose library is loaded when it is first shown. */
export const LazyCandleChart = (props: ComponentProps<typeof CandleChart>) => (
  <Suspense fallback={<BlockSkeleton height={CANDLE_CHART_HEIGHT} />}>
    <CandleChart {...props} />
  </Suspense>
);
