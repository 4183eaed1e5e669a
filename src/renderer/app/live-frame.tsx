import { makeStyles } from '@fluentui/react-components';
import { isAtWork } from '../../shared/at-work.ts';
import { myHome } from '../state/header.ts';
import { appTokens } from '../ui/tokens.ts';
import type { ScreenHeader } from '../ui/screen.tsx';

const useStyles = makeStyles({
  root: {
    position: 'fixed',
    inset: 0,
    zIndex: 10,
    border: `2px solid ${appTokens.liveLine}`,
    pointerEvents: 'none',
  },
});

/** A line around the window: a real order can be sent only from a live page while something live runs or is open. */
export const LiveFrame = ({ mode }: { mode: ScreenHeader['mode'] }) => {
  const styles = useStyles();
  const live = myHome.use((state) => state.value?.live);
  if (mode !== 'live' || live === undefined || !isAtWork(live)) return null;
  return <div className={styles.root} aria-hidden data-testid="live-frame" />;
};
