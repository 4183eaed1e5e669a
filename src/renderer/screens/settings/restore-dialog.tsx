import type { BackupSummary } from '../../../shared/backup.ts';
import { formatCount } from '../../../shared/money.ts';
import { desktop } from '../../api/desktop.ts';
import { dateTimeText } from '../../i18n/dates.ts';
import { t } from '../../i18n/translate.ts';
import { useAction } from '../../state/action.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Facts } from '../../ui/details-drawer.tsx';
import { notify } from '../../ui/toasts.tsx';

/** Gains and losses of a restore, before it happens. */
export const RestoreDialog = ({ backup, onClose }: { backup: BackupSummary; onClose: () => void }) => {
  const restore = useAction(() => desktop('data.restore', {}), { presentation: 'dialog' });
  const onConfirm = async () => {
    const result = await restore.run(undefined);
    if (!result.ok) return;
    onClose();
    notify(
      result.value.outcome === 'restored'
        ? { tone: 'success', message: t('Your data is restored. Sign in again.') }
        : {
            tone: 'failure',
            message: t('The backup could not be opened, so your data is as it was: {{reason}}', {
              reason: result.value.message,
            }),
          },
    );
  };
  return (
    <ConfirmDialog
      title={t('Restore this backup?')}
      action={t('Restore')}
      isDangerous
      isRunning={restore.isRunning}
      problem={restore.failure?.message}
      onConfirm={() => void onConfirm()}
      onClose={onClose}
    >
      <Facts
        facts={[
          [t('Made'), dateTimeText(backup.at)],
          [t('Strategies'), formatCount(backup.strategies)],
          [t('Trades, those of the marketplace too'), formatCount(backup.trades)],
          [t('Attachments'), formatCount(backup.attachments)],
          [t('TrickDesk'), backup.app],
        ]}
      />
      <span>
        {t(
          'It takes the place of everything since then; what is there now is kept in a folder beside it. You sign in again, and your broker has to be linked again: live trading stays locked until you have looked.',
        )}
      </span>
      {!backup.isOfThisComputer && (
        <span>
          {t(
            'It was made with the key of another computer: your PAN and bank account have to be given again, and two-step sign-in is off until you switch it on.',
          )}
        </span>
      )}
    </ConfirmDialog>
  );
};
