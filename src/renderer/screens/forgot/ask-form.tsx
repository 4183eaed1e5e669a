import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useForm } from 'react-hook-form';
import { t } from '../../i18n/translate.ts';
import { desktop } from '../../api/desktop.ts';
import { useAction } from '../../state/action.ts';
import { FormInput } from '../../ui/form-input.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';

const useStyles = makeStyles({
  form: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM },
});

interface AskFormProps {
  name: string;
  onAsked: (email: string, outbox: string | null) => void;
}

/** Asks for a code. The answer is the same whether or not somebody has this name. */
export const AskForm = ({ name, onAsked }: AskFormProps) => {
  const styles = useStyles();
  const ask = useAction((input: { email: string }) => desktop('session.forgot-password', input), {
    presentation: 'dialog',
  });
  const { handleSubmit, control } = useForm({ defaultValues: { email: name } });
  const submit = handleSubmit(async (form) => {
    const result = await ask.run(form);
    if (result.ok) onAsked(form.email, result.value.outbox);
  });
  return (
    <form
      className={styles.form}
      aria-label={t('Forgot password')}
      noValidate
      onSubmit={(event) => void submit(event)}
    >
      <FormProblem message={ask.failure?.message} />
      <FormInput
        control={control}
        name="email"
        label={t('E-mail or phone')}
        autoComplete="username"
        autoFocus
        rules={{ required: t('Enter your e-mail or phone number') }}
        problem={ask.failure?.fields?.email}
      />
      <Button type="submit" appearance="primary" disabledFocusable={ask.isRunning}>
        {t(ask.isRunning ? 'Sending…' : 'Send code')}
      </Button>
    </form>
  );
};
