import { Checkbox } from '@fluentui/react-components';
import { useEffect, useState } from 'react';
import { dateTimeText } from '../i18n/dates.ts';
import type { OutputOf } from '../../shared/contract/endpoint.ts';
import type { live } from '../../shared/contract/live.ts';
import type { TrickCard } from '../../shared/contract/trick-card.ts';

import { api } from '../api/api.ts';
import { failureSentence } from '../i18n/failure-sentence.ts';
import { useAction } from '../state/action.ts';
import { myHome } from '../state/header.ts';
import { requestReload } from '../state/live.ts';
import { liveStrategies } from '../state/live-strategies.ts';
import { riskGuard } from '../state/risk-guard.ts';
import { closeStopAllLive, useStopAllLive } from '../state/stop-all-live.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { OutcomeDialog } from '../ui/outcome-dialog.tsx';

/** Long enough that no slip does it. */
const HOLD_MS = 2_000;

type Killed = OutputOf<typeof live.killSwitch>;

const strategiesWords = (count: number): string => (count === 1 ? '1 strategy' : `${count} strategies`);
const positionsWords = (count: number): string =>
  count === 1 ? '1 open position' : `${count} open positions`;

const countWords = (tricks: readonly TrickCard[] | null): string => {
  if (tricks === null) return 'Which strategies are live is not known now; all of them are stopped.';
  if (tricks.length === 0) return 'No strategy is live now. Stopping locks live trading all the same.';
  const open = tricks.reduce((sum, { openPositions }) => sum + openPositions, 0);
  return `Stops ${strategiesWords(tricks.length)} with ${positionsWords(open)}, and cancels entries that wait at the broker.`;
};

const outcomeWords = (message: string, { stopped, lock }: Killed): string => {
  const names = stopped.length > 0 ? ` Stopped: ${stopped.map(({ name }) => name).join(', ')}.` : '';
  const until = lock ? ` Locked until ${dateTimeText(Date.parse(lock.lockedUntil))}.` : '';
  return `${message}${names}${until} Nothing starts again by itself.`;
};

const StopAllDialog = ({ onStopped }: { onStopped: (words: string) => void }) => {
  const [flatten, setFlatten] = useState(false);
  const { value } = liveStrategies.use();
  const kill = useAction(api.live.killSwitch, { isMoney: true, presentation: 'dialog' });
  useEffect(() => {
    void liveStrategies.load(undefined);
  }, []);
  const run = async () => {
    const result = await kill.run({ action: 'stop', flatten });
    if (!result.ok) return;
    onStopped(outcomeWords(result.message ?? 'All live trading is stopped.', result.value));
    void myHome.reload();
    void riskGuard.reload();
    requestReload();
  };
  const tricks = value?.trick_list ?? null;
  return (
    <ConfirmDialog
      title="Stop all live trading?"
      action="Hold 2 s to stop"
      cancel="Keep trading"
      isDangerous
      holdMs={HOLD_MS}
      isRunning={kill.isRunning}
      problem={failureSentence(kill.failure, 'My strategies and your broker')}
      onConfirm={() => void run()}
      onClose={closeStopAllLive}
    >
      <span>{countWords(tricks)}</span>
      {tricks && tricks.length > 0 && <strong>{tricks.map(({ name }) => name).join(', ')}</strong>}
      <Checkbox
        label="Also close every live position at once"
        checked={flatten}
        onChange={(_, data) => setFlatten(data.checked === true)}
      />
      <span>
        {flatten
          ? 'Real orders to close are sent to your broker, at the price there is.'
          : 'Open positions stay, with stop-loss and target in place.'}{' '}
        Live trading is then locked for 12 hours. Test strategies go on.
      </span>
    </ConfirmDialog>
  );
};

/** Stop all live: asks wherever the person is, and says what came of it. It works offline too, as far as it can. */
export const StopAllFlow = () => {
  const { isAsking } = useStopAllLive();
  const [outcome, setOutcome] = useState<string | null>(null);
  if (outcome !== null)
    return (
      <OutcomeDialog
        title="All live trading is stopped"
        message={outcome}
        action="Close"
        onAction={() => setOutcome(null)}
      />
    );
  return isAsking ? (
    <StopAllDialog
      onStopped={(words) => {
        closeStopAllLive();
        setOutcome(words);
      }}
    />
  ) : null;
};
