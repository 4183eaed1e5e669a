import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useForm } from 'react-hook-form';
import { desktop } from '../../api/desktop.ts';
import { useAction } from '../../state/action.ts';
import { FormInput } from '../../ui/form-input.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { NewPasswordInput } from '../../flows/new-password-input.tsx';
import { SandboxNote } from '../../ui/sandbox-note.tsx';

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
      aria-label="Choose a password"
      noValidate
      onSubmit={(event) => void submit(event)}
    >
      <p className={styles.text}>
        If there is an account with the name {email}, a code is on its way to its e-mail address.
      </p>
      {outbox !== null && (
        <SandboxNote>
          No mail was sent: the built-in server leaves it as a file in <strong>{outbox}</strong>. The newest
          file has the code.
        </SandboxNote>
      )}
      <FormProblem message={reset.failure?.message} />
      <FormInput
        control={control}
        name="code"
        label="Code from the mail"
        hint="Eight digits, good for half an hour"
        inputMode="numeric"
        autoComplete="one-time-code"
        autoFocus
        rules={{
          required: 'Enter the code from the mail',
          pattern: { value: /^\s*\d{8}\s*$/, message: 'Enter the eight digits from the mail' },
        }}
        problem={fields?.code}
      />
      <NewPasswordInput
        control={control}
        name="newPassword"
        label="New password"
        problem={fields?.newPassword}
      />
      <Button type="submit" appearance="primary" disabledFocusable={reset.isRunning}>
        {reset.isRunning ? 'Changing…' : 'Change password'}
      </Button>
      <Button appearance="subtle" onClick={onAgain}>
        Send another code
      </Button>
    </form>
  );
};
