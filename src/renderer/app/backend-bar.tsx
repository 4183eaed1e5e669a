import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useEffect, useRef } from 'react';
import { t } from '../i18n/translate.ts';
import { backendStatus } from '../state/backend-status.ts';
import { header } from '../state/header.ts';
import { retryNow, shownSinceText, useOffline } from '../state/offline.ts';
import { NoticeBar } from '../ui/notice-bar.tsx';
import { retryWhatFailed } from '../ui/retry-later.ts';
import { SaidByServer } from '../ui/said-by-server.tsx';
import { notify } from '../ui/toasts.tsx';

const useStyles = makeStyles({
  log: {
    maxHeight: '160px',
    margin: `${tokens.spacingVerticalS} 0 0`,
    padding: tokens.spacingHorizontalS,
    overflow: 'auto',
    backgroundColor: tokens.colorNeutralBackground3,
    fontFamily: tokens.fontFamilyMonospace,
    fontSize: tokens.fontSizeBase200,
    whiteSpace: 'pre-wrap',
  },
});

/** Says that facts come again, after they had come and stopped; the first ones are no news. */
const useReturnNews = (isOffline: boolean): void => {
  const past = useRef({ hasBeenHere: false, wasAway: false });
  useEffect(() => {
    if (!isOffline && past.current.wasAway) notify({ tone: 'success', message: t('Connected again.') });
    past.current = isOffline
      ? { ...past.current, wasAway: past.current.hasBeenHere }
      : { hasBeenHere: true, wasAway: false };
  }, [isOffline]);
};

/** Asks again for what is shown as failed. It does so once the stream, or the header, comes again. */
const useRetryOnReturn = (isOffline: boolean): void => {
  const isFailing = header.use(({ failure }) => failure !== null);
  const isAway = isOffline || isFailing;
  const wasAway = useRef(false);
  useEffect(() => {
    if (wasAway.current && !isAway) retryWhatFailed();
    wasAway.current = isAway;
  }, [isAway]);
};

/** Notice that the backend is away; nothing while all is well. It says since when, and what can be done. */
export const BackendBar = () => {
  const styles = useStyles();
  const backend = backendStatus.use((state) => state.backend);
  const offline = useOffline();
  useReturnNews(offline.isOffline);
  useRetryOnReturn(offline.isOffline);
  if (!offline.isOffline) return null;
  if (backend.state === 'failed') {
    return (
      <NoticeBar
        intent="error"
        layout="multiline"
        title={t('The backend stopped.')}
        actions={<Button onClick={() => void backendStatus.restart()}>{t('Restart')}</Button>}
      >
        <SaidByServer>{backend.message}</SaidByServer> {shownSinceText(offline)}
        {backend.logTail.length > 0 && (
          <details>
            <summary>{t('What it said last')}</summary>
            <pre className={styles.log} tabIndex={0} lang="en">
              {backend.logTail.join('\n')}
            </pre>
          </details>
        )}
      </NoticeBar>
    );
  }
  return (
    <NoticeBar
      intent="warning"
      title={t(backend.state === 'starting' ? 'Starting…' : 'Reconnecting…')}
      actions={backend.state !== 'starting' && <Button onClick={() => void retryNow()}>{t('Retry')}</Button>}
    >
      {backend.state === 'up' ? (
        t('Live updates have stopped for the moment.')
      ) : (
        <SaidByServer>{backend.message}</SaidByServer>
      )}{' '}
      {backend.state !== 'starting' && shownSinceText(offline)}
    </NoticeBar>
  );
};
