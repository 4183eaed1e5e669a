import { api } from '../../api/api.ts';
import { failureSentence } from '../../i18n/failure-sentence.ts';
import { t } from '../../i18n/translate.ts';
import { useAction } from '../../state/action.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { notify } from '../../ui/toasts.tsx';
import { myPublications, type Publication } from './publications.ts';

/**
 * The question whether to withdraw, and the withdrawal. What is published leaves the marketplace, what was submitted
 * leaves review.
 */
export const WithdrawFlow = ({ publication, onClose }: { publication: Publication; onClose: () => void }) => {
  const { publicationId, name, state } = publication;
  const isInReview = state === 'in-review';
  const withdraw = useAction(api.authors.withdraw, { presentation: 'dialog' });
  const run = async () => {
    const result = await withdraw.run({ publicationId });
    if (!result.ok) return;
    notify({
      tone: 'success',
      message: isInReview ? t('{{name}} is out of review.', { name }) : t('{{name}} is withdrawn.', { name }),
    });
    void myPublications.load(undefined);
    onClose();
  };
  return (
    <ConfirmDialog
      title={t('Withdraw {{name}}?', { name })}
      action={t('Withdraw')}
      isDangerous
      isRunning={withdraw.isRunning}
      problem={failureSentence(withdraw.failure, t('My strategies'))}
      onConfirm={() => void run()}
      onClose={onClose}
    >
      <span>
        {isInReview
          ? t('Its review ends without a result. Nobody else has seen it.')
          : t('It leaves the marketplace, and its followers get an alert. Copies of it stay as they are.')}
      </span>
    </ConfirmDialog>
  );
};
