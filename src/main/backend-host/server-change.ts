import { dialog } from 'electron';
import type { BackendChange } from '../../shared/desktop.ts';
import { t } from '../messages/messages.ts';
import type { ChosenBackend } from './backend-choice.ts';

const USE = 0;
const CANCEL = 1;

/** Ask the user, in a system window, whether to use another backend. */
export async function askForServer(choice: BackendChange): Promise<boolean> {
  const isServer = choice.kind === 'server';
  const { response } = await dialog.showMessageBox({
    type: 'warning',
    title: 'TrickDesk',
    message: isServer
      ? t('Use the server {{host}}?', { host: new URL(choice.url).host })
      : t('Use this computer instead of the server?'),
    detail: isServer
      ? t(
          'You are signed out first. The operator of the new server can read your sign-in details and trade with the broker accounts that you link there. Continue only if you trust this operator.',
        )
      : t('You are signed out of the server. What you have there stays there.'),
    buttons: [isServer ? t('Use this server') : t('Use this computer'), t('Cancel')],
    defaultId: CANCEL,
    cancelId: CANCEL,
    noLink: true,
  });
  return response === USE;
}

/** Parts that a change of server acts on. */
export interface ServerChangeDeps {
  readonly backend: Pick<ChosenBackend, 'isUsing' | 'choose'>;
  /** Do work while nobody is signed in or can sign in. The session at the backend in use is ended first. */
  readonly whileSignedOut: (work: () => Promise<void>) => Promise<void>;
  readonly ask: (choice: BackendChange) => Promise<boolean>;
}

/**
 * Switches to another backend. The user confirms first, and the session is ended at the backend in use, so that its tokens
 * are never sent to the next one. False when the user declines; nothing is changed then.
 */
export async function changeServer(
  { backend, whileSignedOut, ask }: ServerChangeDeps,
  choice: BackendChange,
): Promise<boolean> {
  if (backend.isUsing(choice)) return true;
  if (!(await ask(choice))) return false;
  await whileSignedOut(() => backend.choose(choice));
  return true;
}
