import { Button } from '@fluentui/react-components';
import { useState } from 'react';
import type { BackendState } from '../../shared/desktop.ts';
import { t, labels } from '../i18n/translate.ts';
import { backendStatus } from '../state/backend-status.ts';
import { keychainRetry } from '../state/keychain.ts';
import { NoticeBar } from '../ui/notice-bar.tsx';

type Away = Exclude<BackendState['keyState'], 'fits'>;

const titles: Readonly<Record<Away, string>> = labels({
  missing: 'Unlock the keychain of this computer.',
  another: 'The keychain of this computer has another key.',
});
const bodies: Readonly<Record<Away, string>> = labels({
  missing:
    'Your broker account, bank account, two-step codes and verified documents are sealed with a key that it holds. Until then live strategies neither buy nor sell.',
  another:
    'Your broker account, bank account, two-step codes and verified documents are sealed with the key of before. Bring that keychain back; or back up your data and restore it, and set these up again.',
});

/** Notice that sealed data cannot be opened; nothing while all is well. It tries again on request. */
export const KeychainBar = () => {
  const { keyState, state } = backendStatus.use(({ backend }) => backend);
  const { isRunning } = keychainRetry.use();
  const [hasTried, setHasTried] = useState(false);
  if (keyState === 'fits') return null;
  const tryAgain = async () => {
    setHasTried(false);
    const result = await keychainRetry.run({});
    // A failed call is shown by the notices; a call that succeeded without finding the key is shown here.
    setHasTried(result.ok);
  };
  return (
    <NoticeBar
      intent="error"
      layout="multiline"
      title={titles[keyState]}
      actions={
        <Button disabledFocusable={isRunning} onClick={() => void tryAgain()}>
          {t(isRunning ? 'Waiting for the keychain…' : 'Try again')}
        </Button>
      }
    >
      {bodies[keyState]}
      {hasTried && state === 'up' && ` ${t('It was looked at again: the key is still not there.')}`}
    </NoticeBar>
  );
};
