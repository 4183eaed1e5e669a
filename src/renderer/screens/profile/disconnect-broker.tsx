import { api } from '../../api/api.ts';
import { t } from '../../i18n/translate.ts';
import { useAction } from '../../state/action.ts';
import { brokerAccount } from '../../state/broker-account.ts';
import { header } from '../../state/header.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { notify } from '../../ui/toasts.tsx';

/** Asks, then forgets the account at the broker. */
export const DisconnectBroker = ({ onClose }: { onClose: () => void }) => {
  const unlink = useAction(api.live.unlink, { presentation: 'dialog' });
  const run = async () => {
    const result = await unlink.run({});
    if (!result.ok) return;
    notify({ tone: 'success', message: result.message ?? t('Angel One is unlinked.') });
    onClose();
    void brokerAccount.reload();
    void header.reload();
  };
  return (
    <ConfirmDialog
      title={t('Disconnect Angel One?')}
      action={t('Disconnect')}
      cancel={t('Stay linked')}
      isDangerous
      isRunning={unlink.isRunning}
      problem={unlink.failure?.message ?? null}
      onConfirm={() => void run()}
      onClose={onClose}
    >
      <span>
        {t(
          'API key, PIN and secret are deleted here, and no strategy can trade live until an account is linked again. What you hold at Angel One stays there.',
        )}
      </span>
    </ConfirmDialog>
  );
};
