import { lazy, Suspense, type ComponentProps } from 'react';
import { CHART_HEIGHTS } from './chart-heights.ts';
import { settings } from '../../state/settings.ts';
import { BlockSkeleton } from '../../ui/skeletons.tsx';

const CandleChart = lazy(() => import('./candle-chart.tsx').then((part) => ({ default: part.CandleChart })));

/** The candle chart in the user's colours. Its library is loaded when it is first shown. */
export const LazyCandleChart = (props: Omit<ComponentProps<typeof CandleChart>, 'isHollow'>) => {
  const { moneyPalette } = settings.use();
  return (
    <Suspense fallback={<BlockSkeleton height={CHART_HEIGHTS.candles} />}>
      <CandleChart {...props} isHollow={moneyPalette !== 'classic'} />
    </Suspense>
  );
};
