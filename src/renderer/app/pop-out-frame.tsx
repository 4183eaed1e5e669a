import { Button, makeStyles, mergeClasses, tokens, Tooltip } from '@fluentui/react-components';
import { Pin16Filled, Pin16Regular, WindowArrowUp16Regular } from '@fluentui/react-icons';
import { useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { t } from '../i18n/translate.ts';
import { useHistory } from '../state/navigation.ts';
import { keepOnTop, loadWindowState, openInMain, useWindowState } from '../state/window-kind.ts';
import { AppMark } from '../ui/app-mark.tsx';
import { ModeChip } from '../ui/mode-chip.tsx';
import type { ScreenHeader } from '../ui/screen.tsx';
import { BackendBar } from './backend-bar.tsx';
import { KeychainBar } from './keychain-bar.tsx';
import { MarketClock } from './market-clock.tsx';
import { PageExports } from './page-exports.tsx';
import { PageRegion } from './page-region.tsx';
import { colourNames } from './workspace/colour-names.ts';
import { linkIn, useFollowLink } from './workspace/follow-link.ts';
import { LinkMark } from './workspace/link-mark.tsx';
import { ReconnectBar } from './reconnect-bar.tsx';

const useStyles = makeStyles({
  root: {
    display: 'grid',
    gridTemplateRows: '40px minmax(0, 1fr)',
    height: 'calc(100vh - var(--armed-bar, 0px))',
  },
  bar: {
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
    boxSizing: 'border-box',
    paddingLeft: 'calc(env(titlebar-area-x, 0px) + 12px)',
    paddingRight: 'calc(100vw - env(titlebar-area-width, 100vw) - env(titlebar-area-x, 0px) + 12px)',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground2,
    WebkitAppRegion: 'drag',
    userSelect: 'none',
  },
  title: {
    margin: 0,
    minWidth: 0,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    fontSize: tokens.fontSizeBase300,
    fontWeight: tokens.fontWeightSemibold,
  },
  space: { flexGrow: 1 },
  noDrag: { WebkitAppRegion: 'no-drag' },
  page: { minHeight: 0, overflowY: 'auto', overflowX: 'hidden', scrollPadding: '12px 0' },
  content: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalM,
    boxSizing: 'border-box',
    padding: tokens.spacingHorizontalL,
  },
  whole: {
    height: '100%',
    padding: '8px',
    overflow: 'hidden',
    '& > :last-child': { flexGrow: 1, minHeight: 0 },
  },
});

/** Keeps the window over others; where the system does not allow it, says so. */
const PinButton = () => {
  const state = useWindowState(({ value }) => value);
  useEffect(() => void loadWindowState(), []);
  if (!state) return null;
  const name = state.canStayOnTop
    ? t('Always on top')
    : t('This system lets no window stay on top of others.');
  return (
    <Tooltip content={name} relationship="label">
      <Button
        appearance="subtle"
        size="small"
        aria-pressed={state.isOnTop}
        disabledFocusable={!state.canStayOnTop}
        icon={state.isOnTop ? <Pin16Filled /> : <Pin16Regular />}
        onClick={() => void keepOnTop(!state.isOnTop)}
      />
    </Tooltip>
  );
};

/** The frame of a page in a window of its own: its name, the clock, and no menu. */
export const PopOutFrame = ({ screen }: { screen: ScreenHeader }) => {
  const styles = useStyles();
  const route = useRouterState({ select: (state) => state.location.href });
  const link = linkIn(route);
  useFollowLink(useHistory(), link);
  return (
    <div className={styles.root}>
      <header className={styles.bar} data-region="title-bar">
        <AppMark />
        <h1 className={styles.title}>{screen.title}</h1>
        {link && <LinkMark colour={link} label={t('Linked: {{colour}}', { colour: colourNames[link] })} />}
        {screen.mode && <ModeChip mode={screen.mode} />}
        <span className={styles.noDrag}>
          <PageExports />
        </span>
        <span className={styles.space} />
        <span className={styles.noDrag}>
          <MarketClock />
        </span>
        <span className={styles.noDrag}>
          <PinButton />
          <Tooltip content={t('Show in the main window')} relationship="label">
            <Button
              appearance="subtle"
              size="small"
              icon={<WindowArrowUp16Regular />}
              onClick={() => openInMain(route)}
            />
          </Tooltip>
        </span>
      </header>
      <main className={styles.page}>
        <div className={mergeClasses(styles.content, screen.isWhole && styles.whole)}>
          <BackendBar />
          <KeychainBar />
          <ReconnectBar />
          <PageRegion title={screen.title} />
        </div>
      </main>
    </div>
  );
};
