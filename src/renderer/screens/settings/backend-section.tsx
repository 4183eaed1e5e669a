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
import type { BackendChange, BackendChoice } from '../../../shared/desktop.ts';
import { t, labels } from '../../i18n/translate.ts';
import { useAction } from '../../state/action.ts';
import { backendStatus } from '../../state/backend-status.ts';
import { settings } from '../../state/settings.ts';
import { SaidByServer } from '../../ui/said-by-server.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { StatusText } from '../../ui/status-text.tsx';
import { notify } from '../../ui/toasts.tsx';
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
  const [url, setUrl] = useState(backend.kind === 'server' ? backend.url : '');
  const [apiToken, setApiToken] = useState('');
  const hasToken = backend.kind === 'server' && backend.url === url.trim();
  const save = useAction((choice: BackendChange) => settings.change({ backend: choice }), {
    presentation: 'dialog',
  });
  const isBadAddress = save.failure?.fields?.['backend.url'] !== undefined;
  const apply = async () => {
    const token = apiToken.trim();
    const server = { kind: 'server' as const, url: url.trim(), ...(token !== '' && { apiToken: token }) };
    const result = await save.run(kind === 'embedded' ? { kind } : server);
    if (!result.ok) return;
    setApiToken('');
    notify({ tone: 'success', message: t('The backend is changed.') });
  };
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
      {kind === 'server' && (
        <>
          <Field
            label={t('Address')}
            hint={t('https, or http on this computer')}
            validationMessage={isBadAddress ? t('Enter an https address, or http on this computer.') : null}
          >
            <Input
              value={url}
              type="url"
              placeholder="https://desk.example.in"
              onChange={(_, data) => {
                setUrl(data.value);
                save.clear();
              }}
            />
          </Field>
          <Field
            label={t('API token')}
            hint={
              hasToken
                ? t('Kept in the keychain of this computer. Enter another one to replace it.')
                : t('The server names it when it starts')
            }
          >
            <Input
              value={apiToken}
              type="password"
              autoComplete="off"
              onChange={(_, data) => setApiToken(data.value)}
            />
          </Field>
        </>
      )}
      {save.failure && !isBadAddress && (
        <MessageBar intent="error" layout="multiline">
          <MessageBarBody>
            <SaidByServer>{save.failure.message}</SaidByServer>
          </MessageBarBody>
        </MessageBar>
      )}
      <div>
        <Button appearance="primary" disabledFocusable={save.isRunning} onClick={() => void apply()}>
          {t('Use this backend')}
        </Button>
      </div>
    </SectionCard>
  );
};
