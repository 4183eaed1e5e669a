import { useEffect } from 'react';
import type { StrategySummary } from '../../../shared/contract/strategy-card.ts';
import { api } from '../../api/api.ts';
import { failureSentence } from '../../i18n/failure-sentence.ts';
import { t } from '../../i18n/translate.ts';
import { stoppedText } from '../../i18n/strategy-labels.ts';
import { useAction } from '../../state/action.ts';
import { myHome } from '../../state/header.ts';
import { liveChecklist } from '../../state/live-checklist.ts';
import { routeHref } from '../../state/navigation.ts';
import { useOfflineReason } from '../../state/offline.ts';
import { useStop } from '../../state/strategy-actions.ts';
import { GoLiveDialog } from './go-live-dialog.tsx';
import { notify } from '../../ui/toasts.tsx';

/** How long the way back stands beside the news. */
const UNDO_MS = 10_000;

interface GoLiveFlowProps {
  strategy: Pick<StrategySummary, 'strategyId' | 'name'>;
  onChanged: () => void;
  onClose: () => void;
}

/** The way to real money: conditions, confirmation by name, and the switch. */
export const GoLiveFlow = ({ strategy: { strategyId, name }, onChanged, onClose }: GoLiveFlowProps) => {
  const { value, failure } = liveChecklist.use();
  const goLive = useAction(api.live.goLive, { presentation: 'dialog' });
  const stop = useStop();
  const offlineReason = useOfflineReason();
  useEffect(() => {
    void liveChecklist.load({ strategyId });
  }, [strategyId]);

  const undo = async () => {
    const result = await stop.run({ strategyId });
    if (result.ok)
      notify({
        tone: 'success',
        message: stoppedText(name, result.value.openPositions.length),
      });
    onChanged();
  };
  const run = async (confirmName: string, isAcknowledged: boolean) => {
    const result = await goLive.run({ strategyId, confirmName, isAcknowledged });
    if (!result.ok) {
      void liveChecklist.reload();
      return;
    }
    notify({
      tone: 'success',
      message: result.message ?? t('{{name}} is live.', { name }),
      durationMs: UNDO_MS,
      action: { label: t('Undo: stop'), onPress: () => void undo() },
    });
    void myHome.reload();
    onClose();
    onChanged();
  };

  return (
    <GoLiveDialog
      name={name}
      checklist={value?.strategyId === strategyId ? value : null}
      hrefOf={routeHref}
      isRunning={goLive.isRunning}
      isDisabled={offlineReason !== undefined}
      problem={
        offlineReason ?? failureSentence(goLive.failure, t('My strategies, Live')) ?? failure?.message ?? null
      }
      onGoLive={(confirmName, isAcknowledged) => void run(confirmName, isAcknowledged)}
      onClose={onClose}
    />
  );
};
