import { useState } from 'react';
import type { StrategySummary } from '../../../shared/contract/strategy-card.ts';
import type { Failure } from '../../../shared/failure.ts';
import { failureSentence } from '../../i18n/failure-sentence.ts';
import { t } from '../../i18n/translate.ts';
import { type CopyWish, useClone } from '../../state/clone.ts';
import { useOfflineReason } from '../../state/offline.ts';
import { useGoTo } from '../../state/navigation.ts';
import { PayFeeDialog } from '../publications/pay-fee-dialog.tsx';
import { CloneDialog } from './clone-dialog.tsx';

interface CloneFlowProps {
  /** A card, or a row of the ranking. */
  strategy: Pick<StrategySummary, 'strategyId' | 'name' | 'minimumCapital'> &
    Partial<Pick<StrategySummary, 'fee'>>;
  /** Called when its author's fee has been paid. */
  onPaid?: () => void;
  onClose: () => void;
}

type Fee = Parameters<typeof PayFeeDialog>[0]['fee'];

/** The fee that a copy was refused for. */
const feeIn = (failure: Failure | null): Fee | null => {
  const details = failure?.details;
  if (typeof details !== 'object' || details === null) return null;
  const { fee, gst } = details as Readonly<Record<string, unknown>>;
  return typeof fee === 'number' && typeof gst === 'number' ? { price: fee, gst } : null;
};

/**
 * The steps of cloning: fee, name and capital, then the copy. The fee is what the author asks for one; the end leads to
 * the copy.
 */
export const CloneFlow = ({ strategy, onPaid, onClose }: CloneFlowProps) => {
  const [isPaid, setIsPaid] = useState(false);
  const [wanted, setWanted] = useState<CopyWish | null>(null);
  const { clone, copyId, isRunning, failure } = useClone(strategy.strategyId);
  const offlineReason = useOfflineReason();
  const goTo = useGoTo();
  const run = (copy: CopyWish) => {
    setWanted(copy);
    void clone(copy);
  };
  const known = strategy.fee?.isPaid === false ? strategy.fee : null;
  // A row of the ranking does not say what its author asks for; the refusal does.
  const fee = isPaid ? null : (known ?? feeIn(failure));
  const pay = fee && (
    <PayFeeDialog
      strategy={strategy}
      fee={fee}
      onPaid={() => {
        setIsPaid(true);
        onPaid?.();
        if (wanted) void clone(wanted);
      }}
      onClose={onClose}
    />
  );
  if (known && pay) return pay;
  return (
    <>
      <CloneDialog
        name={strategy.name}
        minimumCapital={strategy.minimumCapital}
        isRunning={isRunning}
        isDisabled={offlineReason !== undefined}
        problem={offlineReason ?? failureSentence(failure, t('My strategies'))}
        fields={failure?.fields}
        isDone={copyId !== null}
        onClone={run}
        onOpenCopy={() => goTo(`/strategies/${copyId}`)}
        onClose={onClose}
      />
      {pay}
    </>
  );
};
