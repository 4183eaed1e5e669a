import { Field, makeStyles, Select } from '@fluentui/react-components';
import {
  useController,
  type Control,
  type FieldPath,
  type FieldValues,
  type RegisterOptions,
} from 'react-hook-form';
import { serverText } from '../i18n/translate.ts';

/** Narrow columns take it as it comes. */
const useStyles = makeStyles({
  field: { minWidth: 0 },
  select: { width: '100%', minWidth: 0, '& > select': { minWidth: 0, textOverflow: 'ellipsis' } },
});

interface FormSelectProps<Form extends FieldValues, Name extends FieldPath<Form>> {
  control: Control<Form>;
  name: Name;
  label: string;
  options: readonly (readonly [value: string, text: string])[];
  hint?: string;
  rules?: RegisterOptions<Form, Name>;
  /** The server's sentence about this field; the form's own finding comes first. */
  problem?: string;
  /** After the form has taken the choice. */
  onChosen?: (value: string) => void;
}

/** A labelled choice of a form, with its fault beside it. */
export const FormSelect = <Form extends FieldValues, Name extends FieldPath<Form>>({
  control,
  name,
  label,
  options,
  hint,
  rules,
  problem,
  onChosen,
}: FormSelectProps<Form, Name>) => {
  const styles = useStyles();
  const {
    field: { ref, value: chosen, onBlur, onChange },
    fieldState,
  } = useController({ control, name, rules });
  return (
    <Field
      className={styles.field}
      label={label}
      hint={hint}
      validationMessage={fieldState.error?.message ?? (problem && serverText(problem))}
    >
      <Select
        className={styles.select}
        ref={ref}
        name={name}
        value={chosen}
        onBlur={onBlur}
        onChange={(_, data) => {
          onChange(data.value);
          onChosen?.(data.value);
        }}
      >
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </Select>
    </Field>
  );
};
