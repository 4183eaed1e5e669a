import { Button, type ButtonProps } from '@fluentui/react-components';
import { Play16Filled, Stop16Filled } from '@fluentui/react-icons';
import { useState } from 'react';
import type { StrategySummary } from '../../../shared/contract/strategy-card.ts';
import { STRATEGY_STATUS } from '../../../shared/strategy-status.ts';
import { stoppedText } from '../../i18n/strategy-labels.ts';
import { t } from '../../i18n/translate.ts';
import { areEntriesWaiting } from '../../state/freshness.ts';
import { useOffline } from '../../state/offline.ts';
import { useStart, useStop } from '../../state/strategy-actions.ts';
import { notify } from '../../ui/toasts.tsx';
import { StartLiveDialog, StopLiveDialog } from '../live/live-run-dialogs.tsx';
import { OnlineButton } from '../stream/online-controls.tsx';

/** React hook: starts and stops a strategy of one's own and says what came of it. */
export const useRunStrategy = (strategy: StrategySummary, onChanged: () => void) => {
  const starting = useStart();
  const stopping = useStop();
  const { isOffline } = useOffline();
  const [asking, setAsking] = useState<'start' | 'stop' | null>(null);
  const { strategyId, name, strategyStatus, mode } = strategy;
  const isRunning = strategyStatus === STRATEGY_STATUS.running;
  const needsOwner = strategyStatus === STRATEGY_STATUS.needsAttention;
  const canStart = !starting.isRunning && strategyStatus !== STRATEGY_STATUS.disabled && !isOffline;

  const start = async () => {
    const result = await starting.run({ strategyId });
    if (result.ok) {
      notify({
        tone: 'success',
        message: areEntriesWaiting()
          ? t('{{name}} is running. Entries wait until prices come again.', { name })
          : t('{{name}} is running.', { name }),
      });
    }
    setAsking(null);
    onChanged();
  };
  const stop = async () => {
    const result = await stopping.run({ strategyId });
    if (result.ok) {
      const message = stoppedText(name, result.value.openPositions.length);
      notify({ tone: 'success', message });
    }
    setAsking(null);
    onChanged();
  };

  const canStop = !stopping.isRunning;
  return {
    strategy,
    /** Buttons that may be pressed: Stop while it runs, Start while it does not, both while it needs its owner. */
    offers: { start: !isRunning, stop: isRunning || needsOwner },
    canStart,
    canStop,
    /** Which dialog of a live strategy is open. */
    asking,
    close: () => setAsking(null),
    start,
    stop,
    onChanged,
    /** Starts or stops, with a question first where money is real; nothing while that is not possible. */
    ask: (what: 'start' | 'stop'): void => {
      if (what === 'start' ? !canStart : !canStop) return;
      if (mode === 'live') setAsking(what);
      else void (what === 'start' ? start() : stop());
    },
  };
};

interface RunButtonProps extends Pick<ButtonProps, 'size' | 'appearance'> {
  run: ReturnType<typeof useRunStrategy>;
  /** Names of the buttons where several strategies stand together. */
  names?: { readonly start: string; readonly stop: string };
}

/** Start, Stop, or both while it needs its owner; asks first when the strategy is live. */
export const RunButton = ({ run, names, ...props }: RunButtonProps) => {
  const { strategy, offers, canStart, canStop, asking, start, stop, close, onChanged } = run;
  return (
    <>
      {offers.stop && (
        <Button
          {...props}
          aria-label={names?.stop}
          data-act="start-stop"
          icon={<Stop16Filled />}
          disabledFocusable={!canStop}
          onClick={() => run.ask('stop')}
        >
          {t('Stop')}
        </Button>
      )}
      {offers.start && (
        <OnlineButton
          {...props}
          appearance={offers.stop ? undefined : props.appearance}
          aria-label={names?.start}
          // The key of a row stops what can be stopped.
          data-act={offers.stop ? undefined : 'start-stop'}
          icon={<Play16Filled />}
          disabledFocusable={!canStart}
          onClick={() => run.ask('start')}
        >
          {t('Start')}
        </OnlineButton>
      )}
      {asking === 'stop' && (
        <StopLiveDialog
          strategy={strategy}
          isRunning={!canStop}
          onStop={() => void stop()}
          onChanged={onChanged}
          onClose={close}
        />
      )}
      {asking === 'start' && (
        <StartLiveDialog
          strategy={strategy}
          isRunning={!canStart}
          onStart={() => void start()}
          onClose={close}
        />
      )}
    </>
  );
};
