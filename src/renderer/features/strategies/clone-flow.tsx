import type { StrategySummary } from '../../../shared/contract/strategy-card.ts';
import { failureSentence } from '../../i18n/failure-sentence.ts';
import { t } from '../../i18n/translate.ts';
import { useClone } from '../../state/clone.ts';
import { useOfflineReason } from '../../state/offline.ts';
import { useGoTo } from '../../state/navigation.ts';
import { CloneDialog } from './clone-dialog.tsx';

interface CloneFlowProps {
  /** A card, or a row of the ranking. */
  strategy: Pick<StrategySummary, 'strategyId' | 'name' | 'minimumCapital'>;
  onClose: () => void;
}

/** Asks for name and capital, clones, and leads to the copy. */
export const CloneFlow = ({ strategy, onClose }: CloneFlowProps) => {
  const { clone, copyId, isRunning, failure } = useClone(strategy.strategyId);
  const offlineReason = useOfflineReason();
  const goTo = useGoTo();
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
