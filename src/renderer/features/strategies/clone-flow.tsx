import { useState } from 'react';
import type { StrategySummary } from '../../../shared/contract/strategy-card.ts';
import { failureSentence } from '../../i18n/failure-sentence.ts';
import { t } from '../../i18n/translate.ts';
import { useClone } from '../../state/clone.ts';
import { useOfflineReason } from '../../state/offline.ts';
import { useGoTo } from '../../state/navigation.ts';
import { PayFeeDialog } from '../publications/pay-fee-dialog.tsx';
import { CloneDialog } from './clone-dialog.tsx';

interface CloneFlowProps {
  /** A card, or a row of the ranking. */
  strategy: Pick<StrategySummary, 'strategyId' | 'name' | 'minimumCapital'> &
    Partial<Pick<StrategySummary, 'fee'>>;
  /** What its author asks for has been paid. */
  onPaid?: () => void;
  onClose: () => void;
}

/** Asks for what its author wants for a copy, then for name and capital, clones, and leads to the copy. */
export const CloneFlow = ({ strategy, onPaid, onClose }: CloneFlowProps) => {
  const [isPaid, setIsPaid] = useState(false);
  const { clone, copyId, isRunning, failure } = useClone(strategy.strategyId);
  const offlineReason = useOfflineReason();
  const goTo = useGoTo();
  const { fee } = strategy;
  if (fee && !fee.isPaid && !isPaid)
    return (
      <PayFeeDialog
        strategy={strategy}
        fee={fee}
        onPaid={() => {
          setIsPaid(true);
          onPaid?.();
        }}
        onClose={onClose}
      />
    );
  return (
    <CloneDialog
      name={strategy.name}
      minimumCapital={strategy.minimumCapital}
      isRunning={isRunning}
      isDisabled={offlineReason !== undefined}
      problem={offlineReason ?? failureSentence(failure, t('My strategies'))}
      fields={failure?.fields}
      isDone={copyId !== null}
      onClone={(copy) => void clone(copy)}
      onOpenCopy={() => goTo(`/strategies/${copyId}`)}
      onClose={onClose}
    />
  );
};
