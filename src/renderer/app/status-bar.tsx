import { makeStyles, tokens } from '@fluentui/react-components';
import type { BackendState } from '../../shared/desktop.ts';
import { t, labels } from '../i18n/translate.ts';
import { backendStatus } from '../state/backend-status.ts';
import { header } from '../state/header.ts';
import { SaidByServer } from '../ui/said-by-server.tsx';
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

const stateLabels: Readonly<Record<BackendState['state'], string>> = labels(
  { starting: 'starting', up: 'up', restarting: 'restarting', failed: 'failed' },
  { context: 'backend' },
);

/** The optional footer: backend, feed, and what the feed says. */
export const StatusBar = () => {
  const backend = backendStatus.use((state) => state.backend);
  const feed = header.use((state) => state.value?.feed);
  return (
    <footer className={useStyles().root}>
      <StatusText tone={backend.state === 'up' ? 'good' : 'warning'}>
        {t(backend.kind === 'embedded' ? 'Embedded backend' : 'Server')} · {stateLabels[backend.state]}
      </StatusText>
      {feed && <SaidByServer>{feed.message}</SaidByServer>}
    </footer>
  );
};
