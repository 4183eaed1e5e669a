import { Checkbox } from '@fluentui/react-components';
import { useEffect, useState } from 'react';
import type { OutputOf } from '../../../shared/contract/endpoint.ts';
import type { live } from '../../../shared/contract/live.ts';
import type { StrategySummary } from '../../../shared/contract/strategy-card.ts';
import { STRATEGY_STATUS } from '../../../shared/strategy-status.ts';
import { api } from '../../api/api.ts';
import { dateTimeText } from '../../i18n/dates.ts';
import { failureSentence } from '../../i18n/failure-sentence.ts';
import { t } from '../../i18n/translate.ts';
import { useAction } from '../../state/action.ts';
import { useNoSessionReason } from '../../state/broker-session.ts';
import { useClosedReason } from '../../state/exchange-hours.ts';
import { myHome } from '../../state/header.ts';
import { liveStrategies } from '../../state/live-strategies.ts';
import { requestReload } from '../../state/stream.ts';
import { riskGuard } from '../../state/risk-guard.ts';
import { closeStopAllLive, useStopAllLive } from '../../state/stop-all-live.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { OutcomeDialog } from '../../ui/outcome-dialog.tsx';

/** Long enough that no slip does it. */
const HOLD_MS = 2_000;

/**
 * Strategies that the kill switch stops: what runs, and what would run again once it does not need its owner any more.
 */
const ENTERING: readonly number[] = [STRATEGY_STATUS.running, STRATEGY_STATUS.needsAttention];

type Killed = OutputOf<typeof live.killSwitch>;

/**
 * Count of strategies to be stopped and of open positions: a stopped strategy may hold something too.
 */
const countText = (running: readonly StrategySummary[], open: number): string => {
  const positions = t('{{count}} open positions', { count: open });
  if (running.length > 0)
    return t('Stops {{strategies}} with {{positions}}, and cancels entries that wait at the broker.', {
      strategies: t('{{count}} strategies', { count: running.length }),
      positions,
    });
  return open > 0
    ? t('No strategy runs live now; {{positions}} of stopped ones. Stopping locks live trading.', {
        positions,
      })
    : t('No strategy is live now. Stopping locks live trading all the same.');
};

const outcomeText = (message: string, { stopped, lock }: Killed): string => {
  const names = stopped.map(({ name }) => name).join(', ');
  return [
    message,
    names && t('Stopped: {{names}}.', { names }),
    lock && t('Locked until {{time}}.', { time: dateTimeText(Date.parse(lock.lockedUntil)) }),
    t('Nothing starts again by itself.'),
  ]
    .filter(Boolean)
    .join(' ');
};

const StopAllDialog = ({ onStopped }: { onStopped: (text: string) => void }) => {
  const [flatten, setFlatten] = useState(false);
  const noSession = useNoSessionReason();
  const closed = useClosedReason();
  const { value } = liveStrategies.use();
  const kill = useAction(api.live.killSwitch, { presentation: 'dialog' });
  useEffect(() => {
    void liveStrategies.load(undefined);
  }, []);
  const run = async () => {
    const result = await kill.run({ action: 'stop', flatten });
    if (!result.ok) return;
    onStopped(outcomeText(result.message ?? t('All live trading is stopped.'), result.value));
    void myHome.reload();
    void riskGuard.reload();
    requestReload();
  };
  const live = value?.rows;
  const running = live?.filter(({ strategyStatus }) => ENTERING.includes(strategyStatus)) ?? [];
  const open = live?.reduce((sum, { openPositions }) => sum + openPositions, 0) ?? 0;
  return (
    <ConfirmDialog
      title={t('Stop all live trading?')}
      action={t('Hold 2 s to stop')}
      cancel={t('Keep trading')}
      isDangerous
      holdMs={HOLD_MS}
      isRunning={kill.isRunning}
      problem={failureSentence(kill.failure, t('My strategies and your broker'))}
      onConfirm={() => void run()}
      onClose={closeStopAllLive}
    >
      <span>
        {live
          ? countText(running, open)
          : t('Which strategies are live is not known now; all of them are stopped.')}
      </span>
      <span>
        {t('Orders by hand that could still open something, and GTT orders to buy, are cancelled too.')}
      </span>
      {running.length > 0 && <strong>{running.map(({ name }) => name).join(', ')}</strong>}
      <Checkbox
        label={t('Also close every live position at once')}
        checked={flatten}
        onChange={(_, data) => setFlatten(data.checked === true)}
      />
      <span>
        {flatten
          ? (noSession ?? closed ?? t('Real orders to close are sent to your broker, at the price there is.'))
          : t('Open positions stay, with stop-loss and target in place.')}{' '}
        {t('Live trading is then locked for 12 hours. Paper strategies go on.')}
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
        title={t('All live trading is stopped')}
        message={outcome}
        action={t('Close')}
        onAction={() => setOutcome(null)}
      />
    );
  return isAsking ? (
    <StopAllDialog
      onStopped={(text) => {
        closeStopAllLive();
        setOutcome(text);
      }}
    />
  ) : null;
};
