import type { OutputOf } from '../../../shared/contract/endpoint.ts';
import type { home } from '../../../shared/contract/home.ts';
import type { BrokerAccount, RiskGuard } from '../../../shared/contract/live.ts';
import type { UpdateState } from '../../../shared/desktop.ts';
import { formatRupees } from '../../../shared/money.ts';
import { istDayStart } from '../../../shared/time.ts';
import { KNOWN_UNTIL } from '../../../shared/trading-days.ts';
import { dateTimeText, dayText } from '../../i18n/dates.ts';
import { t } from '../../i18n/translate.ts';
import type { Funds } from '../../state/morning-check.ts';
import type { Check } from '../../ui/check-list.tsx';

/** Facts of the morning; null where it could not be asked. */
export interface MorningFacts {
  readonly header: OutputOf<typeof home.header> | null;
  readonly home: OutputOf<typeof home.summary> | null;
  readonly account: BrokerAccount | null;
  readonly guard: RiskGuard | null;
  readonly funds: Funds | null;
  /** By how much the clock of the backend is ahead, ms. */
  readonly skewMs: number | null;
  readonly updates: UpdateState | null;
}

/** Orders and login codes bear a difference of a few seconds. */
const SKEW_LIMIT_MS = 5_000;
const BROKER_ROUTE = '/profile/broker';

const met = (check: string, label: string): Check => ({
  check,
  label,
  isMet: true,
  isAdvice: false,
  how: '',
  link: null,
});

const unmet = (check: string, label: string, how: string, link: string | null): Check => ({
  check,
  label,
  isMet: false,
  isAdvice: false,
  how,
  link,
});

const unknown = (check: string, label: string): Check =>
  unmet(check, label, t('It could not be asked.'), null);

const brokerCheck = ({ header, account }: MorningFacts): Check => {
  const name = t('Session at the broker');
  if (!header) return unknown('broker', name);
  const { state, sessionUntil } = header.broker;
  if (state === 'not-linked') return met('broker', t('No broker is linked: only paper strategies trade'));
  if (state === 'session-over')
    return unmet('broker', name, t('It is over. Log in for today.'), BROKER_ROUTE);
  if (account?.state === 'trouble')
    return unmet('broker', name, account.lastError ?? t('Orders are refused.'), BROKER_ROUTE);
  return met(
    'broker',
    sessionUntil === null
      ? t('Connected to the broker')
      : t('Connected to the broker until {{time}}', { time: dateTimeText(Date.parse(sessionUntil)) }),
  );
};

const feedCheck = ({ header }: MorningFacts): Check => {
  const name = t('Prices');
  if (!header) return unknown('feed', name);
  const { state, message } = header.feed;
  if (state === 'running') return met('feed', t('Prices come'));
  return unmet('feed', name, message || t('No prices come.'), '/settings?section=market');
};

const clockCheck = ({ skewMs }: MorningFacts): Check => {
  const name = t('Clock');
  if (skewMs === null) return unknown('clock', name);
  if (Math.abs(skewMs) <= SKEW_LIMIT_MS) return met('clock', t('The clocks agree'));
  return unmet(
    'clock',
    name,
    t(
      'This computer and the server differ by {{seconds}} s. Let the system set the time by itself; login codes depend on it.',
      { seconds: Math.round(Math.abs(skewMs) / 1_000) },
    ),
    null,
  );
};

const fundsCheck = ({ funds }: MorningFacts): Check[] => {
  if (funds === null) return [];
  const name = t('Funds at the broker');
  if ('problem' in funds) return [unmet('funds', name, funds.problem, BROKER_ROUTE)];
  return funds.available > 0
    ? [met('funds', t('{{amount}} are available at the broker', { amount: formatRupees(funds.available) }))]
    : [unmet('funds', name, t('Nothing is available there: entries will be refused.'), BROKER_ROUTE)];
};

const lockCheck = ({ guard }: MorningFacts): Check => {
  const name = t('Live trading');
  if (!guard) return unknown('lock', name);
  return guard.lock
    ? unmet('lock', name, guard.lock.reason, '/settings?section=safety')
    : met('lock', t('Live trading is not locked'));
};

const strategiesCheck = ({ home }: MorningFacts): Check => {
  const name = t('Strategies');
  if (!home) return unknown('strategies', name);
  const waiting = home.agenda.find((entry) => entry.kind === 'needs-attention' && !entry.isDone);
  if (waiting) return unmet('strategies', name, waiting.title, waiting.link);
  return met(
    'strategies',
    t('{{live}} live and {{test}} paper strategies run today', {
      live: home.live.running,
      test: home.test.running,
    }),
  );
};

const updatesCheck = ({ updates }: MorningFacts): Check => {
  const name = t('Updates');
  if (!updates) return unknown('updates', name);
  if (updates.state !== 'available' && updates.state !== 'ready')
    return met('updates', t('No update is waiting'));
  return {
    ...unmet(
      'updates',
      name,
      t('Version {{version}} waits. It is not installed while the market is open.', {
        version: updates.version ?? '',
      }),
      '/settings?section=updates',
    ),
    isAdvice: true,
  };
};

/** Only while there is something to say: an update brings the next year's trading days. */
const calendarCheck = ({ header }: MorningFacts): Check[] =>
  header === null || header.calendarWarning === null
    ? []
    : [
        {
          ...unmet(
            'calendar',
            t('Trading days'),
            t('They are known until {{day}}. After it no live entry is sent until TrickDesk is updated.', {
              day: dayText(istDayStart(KNOWN_UNTIL)),
            }),
            '/settings?section=updates',
          ),
          isAdvice: true,
        },
      ];

/** All checks before trading, those that stop the most first. */
export const morningChecks = (facts: MorningFacts): readonly Check[] => [
  brokerCheck(facts),
  feedCheck(facts),
  lockCheck(facts),
  ...fundsCheck(facts),
  strategiesCheck(facts),
  clockCheck(facts),
  updatesCheck(facts),
  ...calendarCheck(facts),
];
