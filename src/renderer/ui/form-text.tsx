import { Field, Textarea } from '@fluentui/react-components';
import {
  useController,
  type Control,
  type FieldPath,
  type FieldValues,
  type RegisterOptions,
} from 'react-hook-form';
import { serverText } from '../i18n/translate.ts';

interface FormTextProps<Form extends FieldValues, Name extends FieldPath<Form>> {
  control: Control<Form>;
  name: Name;
  label: string;
  hint?: string;
  rows: number;
  maxLength: number;
  rules?: RegisterOptions<Form, Name>;
  /** The server's sentence about this field; the form's own finding comes first. */
  problem?: string;
}

/** A labelled multi-line text of a form, with its fault beside it. */
export const FormText = <Form extends FieldValues, Name extends FieldPath<Form>>({
  control,
  name,
  label,
  hint,
  rows,
  maxLength,
  rules,
  problem,
}: FormTextProps<Form, Name>) => {
  const {
    field: { ref, value, onBlur, onChange },
    fieldState,
  } = useController({ control, name, rules });
  return (
    <Field
      label={label}
      hint={hint}
      validationMessage={fieldState.error?.message ?? (problem && serverText(problem))}
    >
      <Textarea
        ref={ref}
        name={name}
        dir="auto"
        resize="vertical"
        rows={rows}
        maxLength={maxLength}
        value={value}
        onBlur={onBlur}
        onChange={(_, data) => onChange(data.value)}
      />
    </Field>
  );
};
