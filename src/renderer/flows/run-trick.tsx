import { Button, type ButtonProps } from '@fluentui/react-components';
import { Play16Filled, Stop16Filled } from '@fluentui/react-icons';
import { useState } from 'react';
import type { TrickCard } from '../../shared/contract/trick-card.ts';
import { TRICK_STATUS } from '../../shared/trick-status.ts';
import { stoppedWords } from '../i18n/trick-words.ts';
import { t } from '../i18n/translate.ts';
import { areEntriesWaiting } from '../state/freshness.ts';
import { useOffline } from '../state/offline.ts';
import { useStart, useStop } from '../state/trick-actions.ts';
import { notify } from '../ui/toasts.tsx';
import { StartLiveDialog, StopLiveDialog } from './live-run-dialogs.tsx';
import { OnlineButton } from './online-controls.tsx';

/** React hook: starts and stops a strategy of one's own and says what came of it. */
export const useRunTrick = (trick: TrickCard, onChanged: () => void) => {
  const starting = useStart();
  const stopping = useStop();
  const { isOffline } = useOffline();
  const [isAsking, setIsAsking] = useState(false);
  const { TricksId, name, trickStatus, mode } = trick;
  const isRunning = trickStatus === TRICK_STATUS.running;
  const canStart = !starting.isRunning && trickStatus !== TRICK_STATUS.disabled && !isOffline;

  const start = async () => {
    const result = await starting.run({ TricksId });
    if (result.ok) {
      notify({
        tone: 'success',
        message: areEntriesWaiting()
          ? t('{{name}} is running. Entries wait until prices come again.', { name })
          : t('{{name}} is running.', { name }),
      });
    }
    setIsAsking(false);
    onChanged();
  };
  const stop = async () => {
    const result = await stopping.run({ TricksId });
    if (result.ok) {
      const message = stoppedWords(name, result.value.openPositions.length);
      notify({ tone: 'success', message });
    }
    setIsAsking(false);
    onChanged();
  };

  const isBusy = isRunning ? stopping.isRunning : !canStart;
  return {
    trick,
    isRunning,
    isBusy,
    /** Whether the dialog of a live strategy is open. */
    isAsking,
    close: () => setIsAsking(false),
    start,
    stop,
    onChanged,
    /** Starts what is stopped and stops what runs, with a question first where money is real; nothing while that is not possible. */
    toggle: (): void => {
      if (isBusy) return;
      if (mode === 'live') setIsAsking(true);
      else void (isRunning ? stop() : start());
    },
  };
};

interface RunButtonProps extends Pick<ButtonProps, 'size' | 'appearance' | 'aria-label'> {
  run: ReturnType<typeof useRunTrick>;
}

/** Start, or Stop while it runs; asks first when the strategy is live. */
export const RunButton = ({ run, ...props }: RunButtonProps) => {
  const { trick, isRunning, isBusy, isAsking, start, stop, close, onChanged } = run;
  return (
    <>
      {isRunning ? (
        <Button
          {...props}
          data-act="start-stop"
          icon={<Stop16Filled />}
          disabledFocusable={isBusy}
          onClick={run.toggle}
        >
          {t('Stop')}
        </Button>
      ) : (
        <OnlineButton
          {...props}
          data-act="start-stop"
          icon={<Play16Filled />}
          disabledFocusable={isBusy}
          onClick={run.toggle}
        >
          {t('Start')}
        </OnlineButton>
      )}
      {isAsking && isRunning && (
        <StopLiveDialog
          trick={trick}
          isRunning={isBusy}
          onStop={() => void stop()}
          onChanged={onChanged}
          onClose={close}
        />
      )}
      {isAsking && !isRunning && (
        <StartLiveDialog trick={trick} isRunning={isBusy} onStart={() => void start()} onClose={close} />
      )}
    </>
  );
};
