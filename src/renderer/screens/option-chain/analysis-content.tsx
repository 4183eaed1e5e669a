import { DataLineRegular } from '@fluentui/react-icons';
import { useEffect, type ReactNode } from 'react';
import type { z } from 'zod';
import type { OptionAnalysisSchema } from '../../../shared/contract/options.ts';
import { t } from '../../i18n/translate.ts';
import { Content } from '../../ui/content.tsx';
import { BlockSkeleton } from '../../ui/skeletons.tsx';
import { type Chosen, optionAnalysis } from './option-chain.ts';

const REFRESH_MS = 5_000;

interface AnalysisContentProps {
  chosen: Chosen;
  children: (analysis: z.output<typeof OptionAnalysisSchema>) => ReactNode;
}

/** Analysis of an expiry in each of its states. */
export const AnalysisContent = ({ chosen: { underlying, expiry }, children }: AnalysisContentProps) => {
  const here = optionAnalysis.useHere();
  const { value, isLoading, failure, loadedAt } = here.use();
  useEffect(() => {
    void here.load({ underlying, expiry });
    const timer = setInterval(() => void optionAnalysis.reload(), REFRESH_MS);
    return () => clearInterval(timer);
  }, [here, underlying, expiry]);
  return (
    <Content
      isLoading={isLoading}
      hasContent={value !== null}
      failure={failure}
      loadedAt={loadedAt}
      onRetry={() => void here.load({ underlying, expiry })}
      skeleton={<BlockSkeleton height={340} />}
      empty={{ icon: <DataLineRegular fontSize={32} />, sentence: t('No figures yet.') }}
    >
      {value && children(value)}
    </Content>
  );
};
