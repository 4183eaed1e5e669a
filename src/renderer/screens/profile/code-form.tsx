import { Button } from '@fluentui/react-components';
import { useForm } from 'react-hook-form';
import { OnlineButton } from '../../features/stream/online-controls.tsx';
import { t } from '../../i18n/translate.ts';
import { FormInput } from '../../ui/form-input.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { Toolbar } from '../../ui/toolbar.tsx';
import { useFormStyles } from './profile-form.ts';

interface CodeFormProps {
  /** Names the form for screen readers. */
  label: string;
  /** Name of the code: OTP where it is sent, TOTP where an app makes it. */
  field: string;
  hint: string;
  action: string;
  isRunning: boolean;
  problem: string | null | undefined;
  onCode: (code: string) => void;
  onCancel?: () => void;
}

/** Six digits, in one field that browsers and phones may fill. */
export const CodeForm = ({
  label,
  field,
  hint,
  action,
  isRunning,
  problem,
  onCode,
  onCancel,
}: CodeFormProps) => {
  const styles = useFormStyles();
  const { handleSubmit, control, reset } = useForm({ defaultValues: { code: '' } });
  const submit = handleSubmit(({ code }) => {
    onCode(code);
    reset();
  });
  return (
    <form className={styles.form} aria-label={label} noValidate onSubmit={(event) => void submit(event)}>
      <FormProblem message={problem} />
      <FormInput
        control={control}
        name="code"
        label={field}
        hint={hint}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
        autoFocus
        rules={{
          required: t('Enter the six digits'),
          pattern: { value: /^\d{6}$/, message: t('Enter the six digits') },
        }}
      />
      <Toolbar
        start={
          <>
            <OnlineButton type="submit" appearance="primary" disabledFocusable={isRunning}>
              {isRunning ? t('Checking…') : action}
            </OnlineButton>
            {onCancel && <Button onClick={onCancel}>{t('Cancel')}</Button>}
          </>
        }
      />
    </form>
  );
};
