import { Field, Input, makeStyles, type InputProps } from '@fluentui/react-components';
import {
  useController,
  type Control,
  type FieldPath,
  type FieldValues,
  type RegisterOptions,
} from 'react-hook-form';
import { told } from '../i18n/translate.ts';

/** Narrow columns take it as it comes. */
const useStyles = makeStyles({
  field: { minWidth: 0 },
  input: { width: '100%', minWidth: 0, '& > input': { minWidth: 0 } },
});

interface FormInputProps<Form extends FieldValues, Name extends FieldPath<Form>> extends Omit<
  InputProps,
  'value' | 'defaultValue' | 'onChange' | 'onBlur' | 'name' | 'ref' | 'form'
> {
  control: Control<Form>;
  name: Name;
  label: string;
  hint?: string;
  rules?: RegisterOptions<Form, Name>;
  /** What the server says about this field; the form's own finding comes first. */
  problem?: string;
}

/** A labelled text field of a form, with what is wrong about it beside it. */
export const FormInput = <Form extends FieldValues, Name extends FieldPath<Form>>({
  control,
  name,
  label,
  hint,
  rules,
  problem,
  ...input
}: FormInputProps<Form, Name>) => {
  const styles = useStyles();
  const {
    field: { ref, value, onBlur, onChange },
    fieldState,
  } = useController({ control, name, rules });
  return (
    <Field
      className={styles.field}
      label={label}
      hint={hint}
      validationMessage={fieldState.error?.message ?? (problem && told(problem))}
    >
      <Input
        {...input}
        className={styles.input}
        ref={ref}
        name={name}
        value={value}
        onBlur={onBlur}
        onChange={(_, data) => onChange(data.value)}
      />
    </Field>
  );
};
