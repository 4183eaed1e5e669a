import {
  Button,
  Field,
  Input,
  makeStyles,
  MessageBar,
  MessageBarBody,
  tokens,
} from '@fluentui/react-components';
import { useState } from 'react';
import type { BackendChoice } from '../../../shared/desktop.ts';
import { useAction } from '../../state/action.ts';
import { backendStatus } from '../../state/backend-status.ts';
import { settings } from '../../state/settings.ts';
import { SectionCard } from '../../ui/section-card.tsx';
import { StatusText } from '../../ui/status-text.tsx';
import { notify } from '../../ui/toasts.tsx';
import { ChoiceField } from './choice-field.tsx';

const useStyles = makeStyles({
  line: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalM },
});

const kinds: Record<BackendChoice['kind'], string> = {
  embedded: 'On this computer',
  server: 'A server',
};

const stateWords = { starting: 'Starting', up: 'Up', restarting: 'Restarting', failed: 'Stopped' } as const;
const stateTones = { starting: 'warning', up: 'good', restarting: 'warning', failed: 'bad' } as const;

/** Where the strategies run: on this computer or on a server. */
export const BackendSection = () => {
  const styles = useStyles();
  const { backend } = settings.use();
  const status = backendStatus.use((state) => state.backend);
  const [kind, setKind] = useState(backend.kind);
  const [url, setUrl] = useState(backend.kind === 'server' ? backend.url : '');
  const [apiToken, setApiToken] = useState(backend.kind === 'server' ? backend.apiToken : '');
  const save = useAction((choice: BackendChoice) => settings.change({ backend: choice }), {
    presentation: 'dialog',
  });
  const apply = async () => {
    const choice: BackendChoice =
      kind === 'embedded' ? { kind } : { kind, url: url.trim(), apiToken: apiToken.trim() };
    const result = await save.run(choice);
    if (result.ok) notify({ tone: 'success', message: 'The backend is changed.' });
  };
  return (
    <SectionCard title="Backend">
      <span className={styles.line}>
        <StatusText tone={stateTones[status.state]}>{stateWords[status.state]}</StatusText>
        <span>{status.message}</span>
        {status.kind === 'embedded' && (
          <Button size="small" onClick={() => void backendStatus.restart()}>
            Restart
          </Button>
        )}
      </span>
      <ChoiceField
        label="Strategies run"
        hint="On this computer they run while TrickDesk is open. On a server they run without it."
        value={kind}
        words={kinds}
        onChoose={setKind}
      />
      {kind === 'server' && (
        <>
          <Field label="Address" hint="https, or http on this computer">
            <Input
              value={url}
              type="url"
              placeholder="https://desk.example.in"
              onChange={(_, data) => setUrl(data.value)}
            />
          </Field>
          <Field label="API token" hint="The server names it when it starts">
            <Input
              value={apiToken}
              type="password"
              autoComplete="off"
              onChange={(_, data) => setApiToken(data.value)}
            />
          </Field>
        </>
      )}
      {save.failure && (
        <MessageBar intent="error" layout="multiline">
          <MessageBarBody>{save.failure.message}</MessageBarBody>
        </MessageBar>
      )}
      <div>
        <Button appearance="primary" disabledFocusable={save.isRunning} onClick={() => void apply()}>
          Use this backend
        </Button>
      </div>
    </SectionCard>
  );
};
