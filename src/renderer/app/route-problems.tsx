import type { ErrorComponentProps } from '@tanstack/react-router';
import { Button, makeStyles, tokens } from '@fluentui/react-components';
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
});

/** An address that leads nowhere, such as a link made by another version. */
export const UnknownRoute = () => {
  const styles = useStyles();
  return (
    <main className={styles.root}>
      <h1 className={styles.title}>There is no such page</h1>
      <p className={styles.text}>The link may come from another version of TrickDesk.</p>
      <Button as="a" appearance="primary" href={routeHref(START_ROUTE)}>
        Go to Home
      </Button>
    </main>
  );
};

/** A screen that broke while it was painted. The rest of the window keeps working. */
export const BrokenScreen = ({ error, reset }: ErrorComponentProps) => {
  const styles = useStyles();
  return (
    <div role="alert" className={styles.root}>
      <h2 className={styles.title}>This page could not be shown</h2>
      <p className={styles.text}>{error instanceof Error ? error.message : String(error)}</p>
      <Button appearance="primary" onClick={reset}>
        Try again
      </Button>
    </div>
  );
};
