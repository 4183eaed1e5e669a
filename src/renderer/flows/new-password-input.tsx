import type { Control, FieldPath, FieldValues } from 'react-hook-form';
import { PASSWORD_MIN_LENGTH } from '../i18n/fixed-words.ts';
import { FormInput } from '../ui/form-input.tsx';

interface NewPasswordInputProps<Form extends FieldValues> {
  control: Control<Form>;
  name: FieldPath<Form>;
  label: string;
  /** What the server says about it. */
  problem?: string;
}

/** The password that somebody chooses, with what the server asks of one. */
export const NewPasswordInput = <Form extends FieldValues>({
  control,
  name,
  label,
  problem,
}: NewPasswordInputProps<Form>) => (
  <FormInput
    control={control}
    name={name}
    label={label}
    hint={`At least ${PASSWORD_MIN_LENGTH} characters`}
    type="password"
    autoComplete="new-password"
    rules={{
      required: `Enter a ${label.toLowerCase()}`,
      minLength: { value: PASSWORD_MIN_LENGTH, message: `Enter at least ${PASSWORD_MIN_LENGTH} characters` },
    }}
    problem={problem}
  />
);
