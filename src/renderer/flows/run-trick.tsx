import { Button, type ButtonProps } from '@fluentui/react-components';
import { Play16Filled, Stop16Filled } from '@fluentui/react-icons';
import type { TrickCard } from '../../shared/contract/trick-card.ts';
import { TRICK_STATUS } from '../../shared/trick-status.ts';
import { remainingWords } from '../i18n/trick-words.ts';
import { areEntriesWaiting } from '../state/feed-freshness.ts';
import { useOffline } from '../state/offline.ts';
import { useStart, useStop } from '../state/trick-actions.ts';
import { notify } from '../ui/toasts.tsx';
import { OnlineButton } from './online-controls.tsx';

/** React hook: starts and stops a strategy of one's own and says what came of it. */
export const useRunTrick = (trick: TrickCard, onChanged: () => void) => {
  const starting = useStart();
  const stopping = useStop();
  const { isOffline } = useOffline();
  const { TricksId, name, trickStatus } = trick;
  const isRunning = trickStatus === TRICK_STATUS.running;
  const canStart = !starting.isRunning && trickStatus !== TRICK_STATUS.disabled && !isOffline;

  const start = async () => {
    const result = await starting.run({ TricksId });
    if (result.ok) {
      notify({
        tone: 'success',
        message: `${name} is running.${areEntriesWaiting() ? ' Entries wait until prices come again.' : ''}`,
      });
    }
    onChanged();
  };
  const stop = async () => {
    const result = await stopping.run({ TricksId });
    if (result.ok) {
      const remaining = remainingWords(result.value.openPositions.length);
      notify({ tone: 'success', message: `${name} is stopped. ${remaining}` });
    }
    onChanged();
  };

  const isBusy = isRunning ? stopping.isRunning : !canStart;
  return {
    isRunning,
    isBusy,
    /** Starts what is stopped and stops what runs; nothing while that is not possible. */
    toggle: (): void => {
      if (!isBusy) void (isRunning ? stop() : start());
    },
  };
};

interface RunButtonProps extends Pick<ButtonProps, 'size' | 'appearance' | 'aria-label'> {
  run: ReturnType<typeof useRunTrick>;
}

/** Start, or Stop while it runs. */
export const RunButton = ({ run, ...props }: RunButtonProps) =>
  run.isRunning ? (
    <Button {...props} icon={<Stop16Filled />} disabledFocusable={run.isBusy} onClick={run.toggle}>
      Stop
    </Button>
  ) : (
    <OnlineButton {...props} icon={<Play16Filled />} disabledFocusable={run.isBusy} onClick={run.toggle}>
      Start
    </OnlineButton>
  );
