import { Link, MessageBar, MessageBarBody, MessageBarTitle } from '@fluentui/react-components';
import { dateTimeText } from '../../i18n/dates.ts';
import { t } from '../../i18n/translate.ts';
import { myHome } from '../../state/header.ts';
import { routeHref } from '../../state/navigation.ts';
import { useNow } from '../../state/use-now.ts';
import { SaidByServer } from '../../ui/said-by-server.tsx';

/** That live trading is locked, why, and until when. */
export const LiveLockBar = () => {
  const lock = myHome.use((state) => state.value?.liveLock) ?? null;
  const now = useNow();
  if (lock === null) return null;
  const until = Date.parse(lock.lockedUntil);
  return (
    <MessageBar intent="error" layout="multiline">
      <MessageBarBody>
        <MessageBarTitle>{t('Live trading is locked.')}</MessageBarTitle>
        <SaidByServer>{lock.reason}</SaidByServer>{' '}
        {now < until
          ? t('It cannot be released before {{time}}.', { time: dateTimeText(until) })
          : t('It can be released now. Nothing starts by itself then.')}{' '}
        <Link href={routeHref('/settings?section=safety')}>{t('Trading safety')}</Link>
      </MessageBarBody>
    </MessageBar>
  );
};
