import { Button, MessageBar, MessageBarBody } from '@fluentui/react-components';
import { useState } from 'react';
import type { BrokerAccount, LINK_STATES } from '../../../shared/contract/live.ts';
import { formatRupees } from '../../../shared/money.ts';
import { api } from '../../api/api.ts';
import { OnlineButton } from '../../features/stream/online-controls.tsx';
import { dateTimeText } from '../../i18n/dates.ts';
import { leftText } from '../../i18n/durations.ts';
import { t, labels } from '../../i18n/translate.ts';
import { useAction } from '../../state/action.ts';
import { useNow } from '../../state/use-now.ts';
import { FigureList } from '../../ui/figure-list.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { SaidByServer } from '../../ui/said-by-server.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { StatusText, type StatusTone } from '../../ui/status-text.tsx';
import { Toolbar } from '../../ui/toolbar.tsx';
import { DisconnectBroker } from './disconnect-broker.tsx';
import { useFormStyles } from './profile-form.ts';
import { ReconnectForm } from './reconnect-form.tsx';

type LinkState = (typeof LINK_STATES)[number];

const stateLabels: Readonly<Record<LinkState, string>> = labels({
  'not-linked': 'Not linked',
  connected: 'Connected',
  'login-needed': 'Login needed',
  trouble: 'Orders are refused',
});
const stateTones: Readonly<Record<LinkState, StatusTone>> = {
  'not-linked': 'neutral',
  connected: 'good',
  'login-needed': 'warning',
  trouble: 'bad',
};

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;

const ageText = (ms: number | null): string => {
  if (ms === null) return t('No price yet');
  return ms < MINUTE_MS
    ? t('{{seconds}} s ago', { seconds: Math.round(ms / SECOND_MS) })
    : t('{{minutes}} min ago', { minutes: Math.round(ms / MINUTE_MS) });
};

const untilText = (at: string | null, now: number): string =>
  at === null ? '—' : `${dateTimeText(Date.parse(at))} · ${leftText(Date.parse(at) - now)}`;

const TestResult = ({ name, available, used }: { name: string; available: number; used: number }) => (
  <FigureList
    figures={[
      { name: t('Account of'), value: name },
      { name: t('Available margin'), value: formatRupees(available) },
      { name: t('Used margin'), value: formatRupees(used) },
    ]}
  />
);

/** Status of the linked account: the session of the day, its prices, what the broker complains about. */
export const BrokerAccountCard = ({ account }: { account: BrokerAccount }) => {
  const styles = useFormStyles();
  const now = useNow(MINUTE_MS);
  const test = useAction(api.live.test, { presentation: 'dialog' });
  const [tested, setTested] = useState<{ name: string; available: number; used: number } | null>(null);
  const [isDisconnecting, setIsDisconnecting] = useState(false);
  const onTest = async () => {
    setTested(null);
    const result = await test.run({});
    if (result.ok) setTested(result.value);
  };
  return (
    <SectionCard
      title="Angel One"
      aside={<StatusText tone={stateTones[account.state]}>{stateLabels[account.state]}</StatusText>}
    >
      {account.state !== 'connected' && account.lastError && (
        <MessageBar intent={account.state === 'trouble' ? 'error' : 'warning'} layout="multiline">
          <MessageBarBody>
            <SaidByServer>{account.lastError}</SaidByServer>
          </MessageBarBody>
        </MessageBar>
      )}
      <FigureList
        figures={[
          { name: t('Client code'), value: account.clientCode },
          { name: t('Login valid till'), value: untilText(account.sessionUntil, now) },
          { name: t('Age of the last price'), value: ageText(account.lastTickAgeMs) },
          { name: t('Daily login'), value: account.hasTotpSecret ? t('By itself') : t('With your code') },
          ...(account.registeredAddress === null
            ? []
            : [{ name: t('Registered address'), value: account.registeredAddress }]),
          ...(account.currentAddress === null
            ? []
            : [{ name: t('Address now'), value: account.currentAddress }]),
        ]}
      />
      {account.state === 'login-needed' && <ReconnectForm needsCode={!account.hasTotpSecret} />}
      {account.state === 'trouble' && (
        <p className={styles.text}>
          {t(
            'Angel One takes orders only from the static IP that is registered for your API key. Prices and positions still arrive.',
          )}
        </p>
      )}
      {tested && <TestResult {...tested} />}
      <FormProblem message={test.failure?.message} />
      <Toolbar
        start={
          <>
            <OnlineButton call="live.test" disabledFocusable={test.isRunning} onClick={() => void onTest()}>
              {test.isRunning ? t('Testing…') : t('Test connection')}
            </OnlineButton>
            <Button onClick={() => setIsDisconnecting(true)}>{t('Disconnect…')}</Button>
          </>
        }
      />
      {isDisconnecting && <DisconnectBroker onClose={() => setIsDisconnecting(false)} />}
    </SectionCard>
  );
};
