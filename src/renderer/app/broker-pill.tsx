import { makeStyles, mergeClasses, tokens, Tooltip } from '@fluentui/react-components';
import { PlugConnected16Regular, PlugDisconnected16Regular } from '@fluentui/react-icons';
import { dateTimeText } from '../i18n/dates.ts';
import { leftText } from '../i18n/durations.ts';
import { t, labels } from '../i18n/translate.ts';
import { backendStatus } from '../state/backend-status.ts';
import { header } from '../state/header.ts';
import { routeHref } from '../state/navigation.ts';
import { useNow } from '../state/use-now.ts';
import { appTokens } from '../ui/tokens.ts';

const useStyles = makeStyles({
  root: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalXS,
    fontSize: tokens.fontSizeBase200,
    color: tokens.colorNeutralForeground2,
    textDecorationLine: 'none',
    whiteSpace: 'nowrap',
    ':hover': { textDecorationLine: 'underline' },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
    '@media (max-width: 1100px)': { display: 'none' },
  },
  ending: { color: appTokens.liveFg },
});

type BrokerState = NonNullable<ReturnType<typeof header.use.getState>['value']>['broker']['state'];

const STATE_LABELS: Readonly<Record<BrokerState, string>> = labels({
  'not-linked': 'No broker linked',
  'session-over': 'Reconnect Angel One',
  connected: 'Angel One',
});

const LAST_HOUR_MS = 3_600_000;
const COUNT_MS = 10_000;

/**
 * The broker's session: whether there is one, until when, and in its last hour how long it still lives. Without the
 * backend nobody knows.
 */
export const BrokerPill = () => {
  const styles = useStyles();
  const broker = header.use((state) => state.value?.broker);
  const isUp = backendStatus.use((state) => state.backend.state === 'up');
  const now = useNow(COUNT_MS);
  if (!broker) return null;
  if (!isUp)
    return (
      <span className={styles.root}>
        <PlugDisconnected16Regular aria-hidden />
        {t('Broker not known')}
      </span>
    );
  const isConnected = broker.state === 'connected';
  const until = broker.sessionUntil === null ? null : Date.parse(broker.sessionUntil);
  const left = until === null ? null : until - now;
  const isEnding = left !== null && left <= LAST_HOUR_MS;
  const link = (
    <a className={mergeClasses(styles.root, isEnding && styles.ending)} href={routeHref('/profile/broker')}>
      {isConnected ? (
        <PlugConnected16Regular aria-hidden primaryFill={tokens.colorStatusSuccessForeground1} />
      ) : (
        <PlugDisconnected16Regular aria-hidden />
      )}
      {STATE_LABELS[broker.state]}
      {isEnding && ` · ${leftText(left)}`}
    </a>
  );
  if (until === null || left === null) return link;
  return (
    <Tooltip
      relationship="description"
      content={t('The session ends at {{time}} ({{left}}). Log in again in the morning.', {
        time: dateTimeText(until),
        left: leftText(left),
      })}
    >
      {link}
    </Tooltip>
  );
};
