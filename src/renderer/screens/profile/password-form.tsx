import { useForm } from 'react-hook-form';
import { api } from '../../api/api.ts';
import { OnlineButton } from '../../features/stream/online-controls.tsx';
import { t } from '../../i18n/translate.ts';
import { useAction } from '../../state/action.ts';
import { FormInput } from '../../ui/form-input.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { NewPasswordInput } from '../../features/account/new-password-input.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { notify } from '../../ui/toasts.tsx';
import { useFormStyles } from './profile-form.ts';

interface Passwords {
  oldPassword: string;
  newPassword: string;
}
const EMPTY: Passwords = { oldPassword: '', newPassword: '' };

/** Another password; every other session ends with it. */
export const PasswordForm = ({ name }: { name: string }) => {
  const styles = useFormStyles();
  const change = useAction(api.profile.changePassword, { presentation: 'dialog' });
  const { handleSubmit, control, reset } = useForm<Passwords>({ defaultValues: EMPTY });
  const submit = handleSubmit(async (form) => {
    const result = await change.run(form);
    if (!result.ok) return;
    reset(EMPTY);
    notify({ tone: 'success', message: result.message ?? t('Your password is changed.') });
  });
  const fields = change.failure?.fields;
  return (
    <SectionCard title={t('Change password')}>
      <p className={styles.text}>{t('Everywhere else you are signed out. This window stays signed in.')}</p>
      <form
        className={styles.form}
        aria-label={t('Change password')}
        noValidate
        onSubmit={(event) => void submit(event)}
      >
        <FormProblem message={change.failure?.message} />
        <input type="text" autoComplete="username" value={name} readOnly hidden />
        <FormInput
          control={control}
          name="oldPassword"
          label={t('Old password')}
          type="password"
          autoComplete="current-password"
          rules={{ required: t('Enter your old password') }}
          problem={fields?.oldPassword}
        />
        <NewPasswordInput
          control={control}
          name="newPassword"
          label={t('New password')}
          missing={t('Enter a new password')}
          problem={fields?.newPassword}
        />
        <div>
          <OnlineButton type="submit" appearance="primary" disabledFocusable={change.isRunning}>
            {change.isRunning ? t('Changing…') : t('Change password')}
          </OnlineButton>
        </div>
      </form>
    </SectionCard>
  );
};
