import { Button } from '@fluentui/react-components';
import type { RiskGuard } from '../../../shared/contract/live.ts';
import { api } from '../../api/api.ts';
import { OnlineButton } from '../../features/stream/online-controls.tsx';
import { dateTimeText } from '../../i18n/dates.ts';
import { t } from '../../i18n/translate.ts';
import { useAction } from '../../state/action.ts';
import { riskGuard } from '../../state/risk-guard.ts';
import { shortcutText } from '../../state/shortcut-text.ts';
import { askStopAllLive } from '../../state/stop-all-live.ts';
import { useNow } from '../../state/use-now.ts';
import { FormProblem } from '../../ui/form-problem.tsx';
import { SaidByServer } from '../../ui/said-by-server.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { StatusText } from '../../ui/status-text.tsx';
import { notify } from '../../ui/toasts.tsx';

type Lock = NonNullable<RiskGuard['lock']>;

const LockedPart = ({ lock }: { lock: Lock }) => {
  const release = useAction(api.live.killSwitch, { presentation: 'dialog' });
  const until = Date.parse(lock.lockedUntil);
  const isHolding = useNow() < until;
  const onRelease = async () => {
    const result = await release.run({ action: 'release' });
    if (!result.ok) return;
    notify({ tone: 'success', message: result.message ?? t('Live trading is free again.') });
    void riskGuard.reload();
  };
  return (
    <>
      <SaidByServer>{lock.reason}</SaidByServer>
      <span>
        {t('Locked since {{time}}.', { time: dateTimeText(Date.parse(lock.lockedAt)) })}{' '}
        {isHolding
          ? t('It cannot be released before {{time}}.', { time: dateTimeText(until) })
          : t('It can be released now. Nothing starts by itself then.')}
      </span>
      <FormProblem message={release.failure?.message} />
      <div>
        <OnlineButton
          call="live.killSwitch"
          disabledFocusable={isHolding || release.isRunning}
          onClick={() => void onRelease()}
        >
          {t('Release')}
        </OnlineButton>
      </div>
    </>
  );
};

/** Whether live trading is locked, since when and until when; and the way to stop it all. */
export const LiveLockCard = ({ lock }: { lock: Lock | null }) => (
  <SectionCard
    title={t('Stop all live')}
    aside={<StatusText tone={lock ? 'bad' : 'good'}>{t(lock ? 'Locked' : 'Not locked')}</StatusText>}
  >
    {lock ? (
      <LockedPart lock={lock} />
    ) : (
      <>
        <span>
          {t(
            'Stops every live strategy at once and locks live trading for 12 hours. {{shortcut}} asks for it from every page.',
            { shortcut: shortcutText('stop-all-live') },
          )}
        </span>
        <div>
          <Button onClick={() => askStopAllLive()}>{t('Stop all live…')}</Button>
        </div>
      </>
    )}
  </SectionCard>
);
