import {
  Button,
  DrawerBody,
  DrawerHeader,
  DrawerHeaderTitle,
  makeStyles,
  OverlayDrawer,
  tokens,
} from '@fluentui/react-components';
import { Dismiss24Regular } from '@fluentui/react-icons';
import { useEffect, useEffectEvent, type ReactNode } from 'react';
import { t } from '../i18n/translate.ts';
import { useFocusBack } from './use-focus-back.ts';

const useStyles = makeStyles({
  root: { width: '420px', maxWidth: '100vw' },
  body: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalL },
  facts: {
    display: 'grid',
    // A long name does not take the room of the values.
    gridTemplateColumns: 'minmax(110px, max-content) minmax(50%, 1fr)',
    gap: `${tokens.spacingVerticalSNudge} ${tokens.spacingHorizontalL}`,
    margin: 0,
    maxWidth: '420px',
  },
  term: {
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase300,
  },
  fact: { margin: 0, textAlign: 'right', overflowWrap: 'anywhere' },
});

interface DetailsDrawerProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
}

/** Whether something lies over the drawer that Escape closes first. */
const isBelowDialog = (): boolean => document.querySelector('[aria-modal="true"]') !== null;

/** Particulars of one thing, at the right edge; the page beside it stays in use. Mount it to open it. */
export const DetailsDrawer = ({ title, onClose, children }: DetailsDrawerProps) => {
  const styles = useStyles();
  useFocusBack();
  const closeOnEscape = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.defaultPrevented && !isBelowDialog()) onClose();
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => closeOnEscape(event);
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  return (
    <OverlayDrawer
      open
      modalType="non-modal"
      position="end"
      className={styles.root}
      aria-label={title}
      onOpenChange={(_, data) => !data.open && onClose()}
    >
      <DrawerHeader>
        <DrawerHeaderTitle
          action={
            <Button
              appearance="subtle"
              aria-label={t('Close')}
              icon={<Dismiss24Regular />}
              onClick={onClose}
            />
          }
        >
          {title}
        </DrawerHeaderTitle>
      </DrawerHeader>
      <DrawerBody className={styles.body}>{children}</DrawerBody>
    </OverlayDrawer>
  );
};

/** Names and values below each other. */
export const Facts = ({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) => {
  const styles = useStyles();
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => [
        <dt key={`${name}-name`} className={styles.term}>
          {name}
        </dt>,
        <dd key={`${name}-value`} className={styles.fact}>
          {value}
        </dd>,
      ])}
    </dl>
  );
};
