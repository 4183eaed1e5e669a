import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useForm } from 'react-hook-form';
import { t } from '../../i18n/translate.ts';
import { desktop } from '../../api/desktop.ts';
import { useAction } from '../../state/action.ts';
import { FormInput } from '../../ui/form-input.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { NewPasswordInput } from '../../features/account/new-password-input.tsx';
import { SandboxNote } from '../../features/money/sandbox-note.tsx';
import { Sentence } from '../../ui/sentence.tsx';

const useStyles = makeStyles({
  form: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM },
  text: { margin: 0 },
});

interface NewPassword {
  code: string;
  newPassword: string;
}

interface ResetFormProps {
  email: string;
  outbox: string | null;
  onDone: () => void;
  onAgain: () => void;
}

/** The code from the mail and a new password. Nobody is signed in by it. */
export const ResetForm = ({ email, outbox, onDone, onAgain }: ResetFormProps) => {
  const styles = useStyles();
  const reset = useAction(
    (input: NewPassword & { email: string }) => desktop('session.reset-password', input),
    { presentation: 'dialog' },
  );
  const { handleSubmit, control } = useForm<NewPassword>({ defaultValues: { code: '', newPassword: '' } });
  const submit = handleSubmit(async (form) => {
    const result = await reset.run({ ...form, code: form.code.trim(), email });
    if (result.ok) onDone();
  });
  const fields = reset.failure?.fields;
  return (
    <form
      className={styles.form}
      aria-label={t('Choose a password')}
      noValidate
      onSubmit={(event) => void submit(event)}
    >
      <p className={styles.text}>
        {t('If there is an account with the name {{email}}, a code is on its way to its e-mail address.', {
          email,
        })}
      </p>
      {outbox !== null && (
        <SandboxNote>
          <Sentence
            text="No mail was sent: the built-in server leaves it as a file in <b>{{folder}}</b>. The newest file has the code."
            values={{ folder: outbox }}
            parts={{ b: <strong /> }}
          />
        </SandboxNote>
      )}
      <FormProblem message={reset.failure?.message} />
      <FormInput
        control={control}
        name="code"
        label={t('Code from the mail')}
        hint={t('Eight digits, good for half an hour')}
        inputMode="numeric"
        autoComplete="one-time-code"
        autoFocus
        rules={{
          required: t('Enter the code from the mail'),
          pattern: { value: /^\s*\d{8}\s*$/, message: t('Enter the eight digits from the mail') },
        }}
        problem={fields?.code}
      />
      <NewPasswordInput
        control={control}
        name="newPassword"
        label={t('New password')}
        missing={t('Enter a new password')}
        problem={fields?.newPassword}
      />
      <Button type="submit" appearance="primary" disabledFocusable={reset.isRunning}>
        {t(reset.isRunning ? 'Changing…' : 'Change password')}
      </Button>
      <Button appearance="subtle" onClick={onAgain}>
        {t('Send another code')}
      </Button>
    </form>
  );
};
