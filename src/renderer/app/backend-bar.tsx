import {
  Button,
  makeStyles,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  MessageBarTitle,
  tokens,
} from '@fluentui/react-components';
import { useEffect, useRef } from 'react';
import { t } from '../i18n/translate.ts';
import { backendStatus } from '../state/backend-status.ts';
import { retryNow, shownSinceWords, useOffline } from '../state/offline.ts';
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

/** Says that the backend is away, since when, and what can be done; nothing while all is well. */
export const BackendBar = () => {
  const styles = useStyles();
  const backend = backendStatus.use((state) => state.backend);
  const offline = useOffline();
  useReturnNews(offline.isOffline);
  if (!offline.isOffline) return null;
  if (backend.state === 'failed') {
    return (
      <MessageBar intent="error" layout="multiline">
        <MessageBarBody>
          <MessageBarTitle>{t('The backend stopped.')}</MessageBarTitle>{' '}
          <SaidByServer>{backend.message}</SaidByServer> {shownSinceWords(offline)}
          {backend.logTail.length > 0 && (
            <details>
              <summary>{t('What it said last')}</summary>
              <pre className={styles.log} tabIndex={0} lang="en">
                {backend.logTail.join('\n')}
              </pre>
            </details>
          )}
        </MessageBarBody>
        <MessageBarActions>
          <Button onClick={() => void backendStatus.restart()}>{t('Restart')}</Button>
        </MessageBarActions>
      </MessageBar>
    );
  }
  return (
    <MessageBar intent="warning">
      <MessageBarBody>
        <MessageBarTitle>{t(backend.state === 'starting' ? 'Starting…' : 'Reconnecting…')}</MessageBarTitle>{' '}
        {backend.state === 'up' ? (
          t('Live updates have stopped for the moment.')
        ) : (
          <SaidByServer>{backend.message}</SaidByServer>
        )}{' '}
        {backend.state !== 'starting' && shownSinceWords(offline)}
      </MessageBarBody>
      {backend.state !== 'starting' && (
        <MessageBarActions>
          <Button onClick={() => void retryNow()}>{t('Retry')}</Button>
        </MessageBarActions>
      )}
    </MessageBar>
  );
};
