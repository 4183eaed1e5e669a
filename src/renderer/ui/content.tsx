import {
  Button,
  makeStyles,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  tokens,
} from '@fluentui/react-components';
import { useEffect, useState, type ReactNode } from 'react';
import { istTime } from '../../shared/time.ts';
import { t } from '../i18n/translate.ts';
import { EmptyPanel, ErrorPanel, type Problem } from './panels.tsx';
import { useRetryLater } from './retry-later.ts';
import { SaidByServer } from './said-by-server.tsx';

/** After this long a skeleton admits that it takes a while. */
export const SLOW_MS = 8_000;

const useStyles = makeStyles({
  slow: {
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
    minHeight: '32px',
    color: tokens.colorNeutralForeground2,
  },
  busy: { opacity: 0.6 },
});

export interface Empty {
  icon: ReactNode;
  sentence: string;
  action?: ReactNode;
}

interface ContentProps {
  isLoading: boolean;
  /** Whether anything has arrived that may be shown. */
  hasContent: boolean;
  isEmpty?: boolean;
  failure: Problem | null;
  /** Epoch ms of what is shown. */
  loadedAt: number | null;
  onRetry: () => void;
  skeleton: ReactNode;
  empty: Empty;
  /** Set while a filter is on: an empty answer then offers to clear it. */
  onClearFilters?: (() => void) | null;
  children: ReactNode;
}

const Loading = ({ skeleton, onRetry }: { skeleton: ReactNode; onRetry: () => void }) => {
  const styles = useStyles();
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsSlow(true), SLOW_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div role="status" aria-busy aria-label={t('Loading')}>
      {isSlow && (
        <div className={styles.slow}>
          {t('Still loading…')}
          <Button size="small" onClick={onRetry}>
            {t('Try again')}
          </Button>
        </div>
      )}
      {skeleton}
    </div>
  );
};

interface OutdatedProps {
  failure: Problem;
  loadedAt: number;
  onRetry: () => void;
}

/** Why what stands below is of before. */
const Outdated = ({ failure, loadedAt, onRetry }: OutdatedProps) => {
  useRetryLater(onRetry);
  return (
    <MessageBar intent="warning">
      <MessageBarBody>
        <SaidByServer>{failure.message}</SaidByServer>{' '}
        {t('Showing data from {{time}}.', { time: istTime(loadedAt) })}
      </MessageBarBody>
      <MessageBarActions>
        <Button size="small" onClick={onRetry}>
          {t('Try again')}
        </Button>
      </MessageBarActions>
    </MessageBar>
  );
};

/**
 * The states that everything asked for goes through: skeleton first (never the empty state), then the content, an
 * empty state for the first time or for a filter, or an error panel. A failed reload keeps what is shown.
 */
export const Content = ({
  isLoading,
  hasContent,
  isEmpty = false,
  failure,
  loadedAt,
  onRetry,
  skeleton,
  empty,
  onClearFilters = null,
  children,
}: ContentProps) => {
  const styles = useStyles();
  if (!hasContent) {
    if (failure && !isLoading) return <ErrorPanel problem={failure} onRetry={onRetry} />;
    return <Loading skeleton={skeleton} onRetry={onRetry} />;
  }
  const outdated = failure && loadedAt !== null && (
    <Outdated failure={failure} loadedAt={loadedAt} onRetry={onRetry} />
  );
  if (isEmpty && !isLoading) {
    return (
      <>
        {outdated}
        {onClearFilters ? (
          <EmptyPanel
            icon={empty.icon}
            sentence={t('Nothing matches.')}
            action={<Button onClick={onClearFilters}>{t('Clear filters')}</Button>}
          />
        ) : (
          <EmptyPanel {...empty} />
        )}
      </>
    );
  }
  return (
    <>
      {outdated}
      <div aria-busy={isLoading} className={isLoading ? styles.busy : undefined}>
        {children}
      </div>
    </>
  );
};
