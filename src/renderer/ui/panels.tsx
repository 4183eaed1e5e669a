import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { ErrorCircle24Regular, LockClosed24Regular } from '@fluentui/react-icons';
import { useState, type ReactNode } from 'react';
import { dateTimeText } from '../i18n/dates.ts';
import { inEnglish, t, serverText } from '../i18n/translate.ts';
import { copyText } from './copy-text.ts';
import { useRetryLater } from './retry-later.ts';
import { SaidByServer } from './said-by-server.tsx';

/** Error, as a panel shows it. */
export interface Problem {
  readonly code: string;
  readonly message: string;
  readonly requestId?: string;
}

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    gap: tokens.spacingVerticalM,
    padding: `${tokens.spacingVerticalXXXL} ${tokens.spacingHorizontalXXL}`,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusXLarge,
    backgroundColor: tokens.colorNeutralBackground1,
    textAlign: 'center',
  },
  icon: { display: 'flex', color: tokens.colorNeutralForeground3 },
  sentence: {
    margin: 0,
    maxWidth: '520px',
    textWrap: 'balance',
    fontSize: tokens.fontSizeBase400,
    lineHeight: tokens.lineHeightBase400,
  },
  actions: { display: 'flex', flexWrap: 'wrap', justifyContent: 'center', gap: tokens.spacingHorizontalS },
});

interface PanelProps {
  icon: ReactNode;
  sentence: string;
  action?: ReactNode;
}

/** Nothing here yet: a picture, one sentence, one way on. */
export const EmptyPanel = ({ icon, sentence, action }: PanelProps) => {
  const styles = useStyles();
  return (
    <div className={styles.root}>
      <span className={styles.icon} aria-hidden>
        {icon}
      </span>
      <p className={styles.sentence}>
        <SaidByServer>{sentence}</SaidByServer>
      </p>
      {action && <div className={styles.actions}>{action}</div>}
    </div>
  );
};

/** Details for support to find the failure: no tokens, no names, no amounts. */
export const problemDetails = (problem: Problem, at: number): string =>
  inEnglish(() =>
    [
      `Time: ${dateTimeText(at)} IST`,
      `Code: ${problem.code}`,
      `Message: ${problem.message}`,
      `Request: ${problem.requestId ?? 'not sent'}`,
      `Application: ${navigator.userAgent}`,
    ].join('\n'),
  );

/** Something failed and there is nothing else to show. `forbidden` says that a right is missing. */
export const ErrorPanel = ({ problem, onRetry }: { problem: Problem; onRetry: () => void }) => {
  const [isCopied, setIsCopied] = useState(false);
  useRetryLater(onRetry);
  const isForbidden = problem.code === 'forbidden';
  const copy = async () => {
    await copyText(problemDetails(problem, Date.now()));
    setIsCopied(true);
  };
  return (
    <div role="alert">
      <EmptyPanel
        icon={isForbidden ? <LockClosed24Regular /> : <ErrorCircle24Regular />}
        sentence={serverText(problem.message)}
        action={
          <>
            <Button onClick={onRetry}>{t('Try again')}</Button>
            <Button appearance="subtle" onClick={() => void copy()}>
              {t(isCopied ? 'Copied' : 'Copy details')}
            </Button>
          </>
        }
      />
    </div>
  );
};
