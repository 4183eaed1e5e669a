import { makeStyles, tokens } from '@fluentui/react-components';
import { backendStatus } from '../state/backend-status.ts';
import { header } from '../state/header.ts';
import { StatusText } from '../ui/status-text.tsx';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalXL,
    height: '28px',
    padding: `0 ${tokens.spacingHorizontalM}`,
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground2,
    fontSize: tokens.fontSizeBase200,
  },
});

/** The optional footer: backend, feed, and what the feed says. */
export const StatusBar = () => {
  const backend = backendStatus.use((state) => state.backend);
  const feed = header.use((state) => state.value?.feed);
  return (
    <footer className={useStyles().root}>
      <StatusText tone={backend.state === 'up' ? 'good' : 'warning'}>
        {backend.kind === 'embedded' ? 'Embedded backend' : 'Server'} · {backend.state}
      </StatusText>
      {feed && <span>{feed.message}</span>}
    </footer>
  );
};
