import type { Control, FieldPath, FieldValues } from 'react-hook-form';
import { PASSWORD_MIN_LENGTH } from '../../i18n/fixed-labels.ts';
import { t } from '../../i18n/translate.ts';
import { FormInput } from '../../ui/form-input.tsx';

interface NewPasswordInputProps<Form extends FieldValues> {
  control: Control<Form>;
  name: FieldPath<Form>;
  label: string;
  /** Sentence when it is left empty. */
  missing: string;
  /** The server's sentence about it. */
  problem?: string;
}

/** The password that somebody chooses, with what the server asks of one. */
export const NewPasswordInput = <Form extends FieldValues>({
  control,
  name,
  label,
  missing,
  problem,
}: NewPasswordInputProps<Form>) => (
  <FormInput
    control={control}
    name={name}
    label={label}
    hint={t('At least {{count}} characters', { count: PASSWORD_MIN_LENGTH })}
    type="password"
    autoComplete="new-password"
    rules={{
      required: missing,
      minLength: {
        value: PASSWORD_MIN_LENGTH,
        message: t('Enter at least {{count}} characters', { count: PASSWORD_MIN_LENGTH }),
      },
    }}
    problem={problem}
  />
);
