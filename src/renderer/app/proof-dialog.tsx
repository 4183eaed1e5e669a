import { makeStyles, tokens } from '@fluentui/react-components';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import type { Proof } from '../../shared/proof.ts';
import { LONGEST_SECOND_STEP, SECOND_STEP_CODE } from '../../shared/second-step-code.ts';
import { t } from '../i18n/translate.ts';
import { askedProof, type AskedProof } from '../state/asked-proof.ts';
import { session } from '../state/session.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { FormInput } from '../ui/form-input.tsx';

const FORM = 'proof';
const useStyles = makeStyles({
  form: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM },
});

/** Asks for the password or a code once more. It stays open while the answer is looked at, and when it was not right. */
export const ProofDialog = ({ kind, wasWrong, isChecking }: AskedProof & { isChecking: boolean }) => {
  const styles = useStyles();
  const email = session.use(({ user }) => user?.email ?? '');
  const { control, handleSubmit, reset, setFocus } = useForm({ defaultValues: { text: '' } });
  const submit = handleSubmit(({ text }) => {
    const proof: Proof = { kind, text: kind === 'code' ? text.trim() : text };
    askedProof.answer(proof);
  });
  useEffect(() => {
    if (!wasWrong || isChecking) return;
    reset({ text: '' });
    setFocus('text');
  }, [wasWrong, isChecking, reset, setFocus]);
  const isCode = kind === 'code';
  const notRight = isCode
    ? t('The code is not right, or was used already. Wait for the next one.')
    : t('The password is not right.');
  return (
    <ConfirmDialog
      title={t('Confirm it is you')}
      action={t('Confirm')}
      form={FORM}
      isRunning={isChecking}
      onClose={askedProof.giveUp}
    >
      <span>
        {isCode
          ? t(
              'This moves money or changes what guards your account. Enter a code once more; it is good for five minutes.',
            )
          : t(
              'This moves money or changes what guards your account. Enter your password once more; it is good for five minutes.',
            )}
      </span>
      <form id={FORM} className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
        {!isCode && <input type="text" autoComplete="username" value={email} readOnly hidden />}
        <FormInput
          key={kind}
          control={control}
          name="text"
          label={isCode ? t('One-time code') : t('Password')}
          hint={isCode ? t('Six digits from your authenticator, or a recovery code') : undefined}
          type={isCode ? 'text' : 'password'}
          autoComplete={isCode ? 'one-time-code' : 'current-password'}
          maxLength={isCode ? LONGEST_SECOND_STEP : 256}
          autoFocus
          rules={
            isCode
              ? {
                  validate: (text) =>
                    SECOND_STEP_CODE.test(text.trim()) || t('Enter the six digits, or a recovery code'),
                }
              : { required: t('Enter your password') }
          }
          problem={wasWrong && !isChecking ? notRight : undefined}
        />
      </form>
    </ConfirmDialog>
  );
};
