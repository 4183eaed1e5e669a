import { Button, makeStyles, MessageBar, MessageBarBody, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import type { BackendChoice } from '../../../shared/desktop.ts';
import { ServerFields, useServerChoice } from '../../features/settings/server-choice.tsx';
import { t, labels } from '../../i18n/translate.ts';
import { backendStatus } from '../../state/backend-status.ts';
import { settings } from '../../state/settings.ts';
import { SaidByServer } from '../../ui/said-by-server.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { StatusText } from '../../ui/status-text.tsx';
import { ChoiceField } from '../../ui/choice-field.tsx';

const useStyles = makeStyles({
  line: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalM },
});

const kinds: Readonly<Record<BackendChoice['kind'], string>> = labels({
  embedded: 'On this computer',
  server: 'A server',
});

const stateLabels = labels(
  { starting: 'Starting', up: 'Up', restarting: 'Restarting', failed: 'Stopped' },
  { context: 'backend' },
);
const stateTones = { starting: 'warning', up: 'good', restarting: 'warning', failed: 'bad' } as const;

/** Where the strategies run: on this computer or on a server. */
export const BackendSection = () => {
  const styles = useStyles();
  const { backend } = settings.use();
  const status = backendStatus.use((state) => state.backend);
  const [kind, setKind] = useState(backend.kind);
  const choice = useServerChoice();
  return (
    <SectionCard title={t('Backend')}>
      <span className={styles.line}>
        <StatusText tone={stateTones[status.state]}>{stateLabels[status.state]}</StatusText>
        <SaidByServer>{status.message}</SaidByServer>
        {status.kind === 'embedded' && (
          <Button size="small" onClick={() => void backendStatus.restart()}>
            {t('Restart')}
          </Button>
        )}
      </span>
      <ChoiceField
        label={t('Strategies run')}
        hint={t('On this computer they run while TrickDesk is open. On a server they run without it.')}
        value={kind}
        labels={kinds}
        onChoose={setKind}
      />
      {kind === 'server' && <ServerFields choice={choice} />}
      {choice.problem !== undefined && (
        <MessageBar intent="error" layout="multiline">
          <MessageBarBody>
            <SaidByServer>{choice.problem}</SaidByServer>
          </MessageBarBody>
        </MessageBar>
      )}
      <div>
        <Button
          appearance="primary"
          disabledFocusable={choice.isRunning}
          onClick={() => void choice.use(kind)}
        >
          {t('Use this backend')}
        </Button>
      </div>
    </SectionCard>
  );
};
