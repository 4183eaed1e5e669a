import { ChartMultipleRegular } from '@fluentui/react-icons';
import type { ReactNode } from 'react';
import { Content } from '../../ui/content.tsx';
import type { Problem } from '../../ui/panels.tsx';
import { BlockSkeleton } from '../../ui/skeletons.tsx';
import type { Candles } from './bars.ts';
import { CHART_HEIGHTS } from './chart-heights.ts';

interface CandleContentProps {
  /** State of loading them. */
  asked: { isLoading: boolean; failure: Problem | null; loadedAt: number | null };
  /** Those that fit what is asked for now; null while there are none. */
  shown: Candles | null;
  onRetry: () => void;
  /** Sentence for no candles at all; `emptyAction` is what can be done. */
  emptySentence: string;
  emptyAction?: ReactNode;
  children: ReactNode;
}

/** A chart of candles in each of its states: asked for, failed, empty, there. */
export const CandleContent = ({
  asked,
  shown,
  onRetry,
  emptySentence,
  emptyAction,
  children,
}: CandleContentProps) => (
  <Content
    isLoading={asked.isLoading}
    hasContent={shown !== null}
    isEmpty={shown?.time.length === 0}
    failure={asked.failure}
    loadedAt={asked.loadedAt}
    onRetry={onRetry}
    skeleton={<BlockSkeleton height={CHART_HEIGHTS.candles} />}
    empty={{ icon: <ChartMultipleRegular fontSize={32} />, sentence: emptySentence, action: emptyAction }}
  >
    {children}
  </Content>
);
