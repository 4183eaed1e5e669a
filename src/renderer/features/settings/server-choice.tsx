import { Field, Input } from '@fluentui/react-components';
import { useState } from 'react';
import type { BackendChange, BackendChoice } from '../../../shared/desktop.ts';
import { t } from '../../i18n/translate.ts';
import { useAction } from '../../state/action.ts';
import { settings } from '../../state/settings.ts';
import { notify } from '../../ui/toasts.tsx';

/** React hook: the server that is typed in, and the change to a backend. */
export const useServerChoice = () => {
  const { backend } = settings.use();
  const [url, setUrl] = useState(backend.kind === 'server' ? backend.url : '');
  const [apiToken, setApiToken] = useState('');
  const save = useAction((choice: BackendChange) => settings.change({ backend: choice }), {
    presentation: 'dialog',
  });
  const isBadAddress = save.failure?.fields?.['backend.url'] !== undefined;
  return {
    url,
    apiToken,
    hasToken: backend.kind === 'server' && backend.url === url.trim(),
    isBadAddress,
    /** Failure of the change, unless a field says it. */
    problem: isBadAddress ? undefined : save.failure?.message,
    isRunning: save.isRunning,
    setApiToken,
    setUrl: (text: string) => {
      setUrl(text);
      save.clear();
    },
    /** Change to a backend; true when it was changed. */
    use: async (kind: BackendChoice['kind']): Promise<boolean> => {
      const token = apiToken.trim();
      const server = { kind: 'server' as const, url: url.trim(), ...(token !== '' && { apiToken: token }) };
      const result = await save.run(kind === 'embedded' ? { kind } : server);
      if (!result.ok) return false;
      setApiToken('');
      notify({ tone: 'success', message: t('The backend is changed.') });
      return true;
    },
  };
};

/** Fields of a server: its address and its token. */
export const ServerFields = ({ choice }: { choice: ReturnType<typeof useServerChoice> }) => (
  <>
    <Field
      label={t('Address')}
      hint={t('https, or http on this computer')}
      validationMessage={choice.isBadAddress ? t('Enter an https address, or http on this computer.') : null}
    >
      <Input
        value={choice.url}
        type="url"
        placeholder="https://desk.example.in"
        onChange={(_, data) => choice.setUrl(data.value)}
      />
    </Field>
    <Field
      label={t('API token')}
      hint={
        choice.hasToken
          ? t('Kept in the keychain of this computer. Enter another one to replace it.')
          : t('Ask the operator of the server. At its start the server prints the file that holds the token.')
      }
    >
      <Input
        value={choice.apiToken}
        type="password"
        autoComplete="off"
        onChange={(_, data) => choice.setApiToken(data.value)}
      />
    </Field>
  </>
);
