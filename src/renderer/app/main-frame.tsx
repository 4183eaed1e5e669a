import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { MorningCheck } from '../features/live/morning-check-dialog.tsx';
import { settings } from '../state/settings.ts';
import type { ScreenHeader } from '../ui/screen.tsx';
import { BackendBar } from './backend-bar.tsx';
import { KeychainBar } from './keychain-bar.tsx';
import { HorizontalMenu } from './horizontal-menu.tsx';
import { CrashBar } from './crash-bar.tsx';
import { Menu } from './menu.tsx';
import { MorningBar } from './morning-bar.tsx';
import { Navbar } from './navbar.tsx';
import { PAGE_ID } from './page-id.ts';
import { PageRegion } from './page-region.tsx';
import { PreparingBar } from './preparing-bar.tsx';
import { ProposalsBar } from './proposals-bar.tsx';
import { ReconnectBar } from './reconnect-bar.tsx';
import { StatusBar } from './status-bar.tsx';
import { TitleBar } from './title-bar.tsx';
import { Tour } from './tour.tsx';

const useStyles = makeStyles({
  root: {
    display: 'grid',
    gridTemplateRows: '40px minmax(0, 1fr) auto',
    gridTemplateColumns: '232px minmax(0, 1fr)',
    height: 'calc(100vh - var(--armed-bar, 0px))',
    '@media (max-width: 1179px)': { gridTemplateColumns: '52px minmax(0, 1fr)' },
  },
  collapsed: { gridTemplateColumns: '52px minmax(0, 1fr)' },
  horizontal: {
    gridTemplateRows: '40px 40px minmax(0, 1fr) auto',
    gridTemplateColumns: 'minmax(0, 1fr)',
    '@media (max-width: 1179px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  bar: { gridColumn: '1 / -1' },
  menu: {
    minHeight: 0,
    backgroundColor: tokens.colorNeutralBackground2,
    borderRight: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  page: { minHeight: 0, overflowY: 'auto', overflowX: 'hidden', scrollPaddingBottom: '12px' },
  /** Scroll what gets the focus clear of the bar over the page. */
  clear: { scrollPaddingTop: '76px' },
  content: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalL,
    boxSizing: 'border-box',
    padding: '12px 24px 32px',
  },
  whole: {
    height: '100%',
    padding: '8px',
    overflow: 'hidden',
    '& > :last-child': { flexGrow: 1, minHeight: 0 },
  },
  boxed: {
    maxWidth: '1248px',
    margin: '0 auto',
    '@media (min-width: 1900px)': { maxWidth: '1620px' },
    '@media (min-width: 2400px)': { maxWidth: '2200px' },
  },
});

/** The frame of the main window after sign-in: title bar, menu, floating navbar, page. */
export const MainFrame = ({ screen }: { screen: ScreenHeader }) => {
  const styles = useStyles();
  const { layout } = settings.use();
  const isCollapsed = layout.menu === 'collapsed';
  const isHorizontal = layout.menu === 'horizontal';
  return (
    <div
      className={mergeClasses(
        styles.root,
        isCollapsed && styles.collapsed,
        isHorizontal && styles.horizontal,
      )}
    >
      <div className={styles.bar}>
        <TitleBar />
      </div>
      {isHorizontal ? (
        <div className={styles.bar}>
          <HorizontalMenu />
        </div>
      ) : (
        <div className={styles.menu}>
          <Menu isCollapsed={isCollapsed} />
        </div>
      )}
      <main id={PAGE_ID} className={mergeClasses(styles.page, layout.navbar !== 'static' && styles.clear)}>
        <div
          className={mergeClasses(
            styles.content,
            layout.content === 'boxed' && !screen.isWhole && styles.boxed,
            screen.isWhole && styles.whole,
          )}
        >
          <Navbar screen={screen} kind={layout.navbar} />
          <BackendBar />
          <KeychainBar />
          <PreparingBar />
          <ReconnectBar />
          <CrashBar />
          <MorningBar />
          <ProposalsBar />
          <PageRegion title={screen.title} />
        </div>
      </main>
      <MorningCheck />
      <Tour />
      {layout.footer === 'status-bar' && (
        <div className={styles.bar}>
          <StatusBar />
        </div>
      )}
    </div>
  );
};
