import { t } from '../../i18n/translate.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { ServerFields, useServerChoice } from './server-choice.tsx';

/** Choice of a server by a person who is not signed in. */
export const ServerDialog = ({ onClose }: { onClose: () => void }) => {
  const choice = useServerChoice();
  const run = async () => {
    if (await choice.use('server')) onClose();
  };
  return (
    <ConfirmDialog
      title={t('Use a server')}
      action={t('Use this server')}
      isRunning={choice.isRunning}
      problem={choice.problem}
      onConfirm={() => void run()}
      onClose={onClose}
    >
      <ServerFields choice={choice} />
    </ConfirmDialog>
  );
};
