import type { ErrorComponentProps } from '@tanstack/react-router';
import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { ProblemReport } from '../features/support/problem-report.tsx';
import { t } from '../i18n/translate.ts';
import { routeHref } from '../state/navigation.ts';
import { START_ROUTE } from './route-list.ts';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    gap: tokens.spacingVerticalM,
    padding: tokens.spacingHorizontalXXXL,
    textAlign: 'center',
  },
  title: { margin: 0, fontSize: tokens.fontSizeBase500, lineHeight: tokens.lineHeightBase500 },
  text: { margin: 0, maxWidth: '480px' },
  actions: { display: 'flex', flexWrap: 'wrap', justifyContent: 'center', gap: tokens.spacingHorizontalS },
});

/** The page for unknown addresses, such as a link of another version. */
export const UnknownRoute = () => {
  const styles = useStyles();
  return (
    <main className={styles.root}>
      <h1 className={styles.title}>{t('There is no such page')}</h1>
      <p className={styles.text}>{t('The link may come from another version of TrickDesk.')}</p>
      <Button as="a" appearance="primary" href={routeHref(START_ROUTE)}>
        {t('Go to Home')}
      </Button>
    </main>
  );
};

const reportOf = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);

/** A screen that broke while it was painted. The rest of the window keeps working. */
export const BrokenScreen = ({ error, reset }: ErrorComponentProps) => {
  const styles = useStyles();
  return (
    <div role="alert" className={styles.root}>
      <h2 className={styles.title}>{t('This page could not be shown')}</h2>
      <p className={styles.text} lang="en" dir="auto">
        {error instanceof Error ? error.message : String(error)}
      </p>
      <div className={styles.actions}>
        <Button appearance="primary" onClick={reset}>
          {t('Try again')}
        </Button>
        <ProblemReport subject={t('A page could not be shown')} text={reportOf(error)} />
      </div>
    </div>
  );
};
