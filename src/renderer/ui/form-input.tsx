import { Field, Input, makeStyles, type InputProps } from '@fluentui/react-components';
import {
  useController,
  type Control,
  type FieldPath,
  type FieldValues,
  type RegisterOptions,
} from 'react-hook-form';
import { t, serverText } from '../i18n/translate.ts';
import { isClock, isDay } from '../i18n/dates-typed.ts';
import { ClockInput } from './clock-input.tsx';
import { DayInput } from './day-input.tsx';

/** Narrow columns take it as it comes. */
const useStyles = makeStyles({
  field: { minWidth: 0 },
  input: { width: '100%', minWidth: 0, '& > input': { minWidth: 0 } },
});

interface FormInputProps<Form extends FieldValues, Name extends FieldPath<Form>> extends Omit<
  InputProps,
  'value' | 'defaultValue' | 'onChange' | 'onBlur' | 'name' | 'ref' | 'form' | 'min' | 'max'
> {
  control: Control<Form>;
  name: Name;
  label: string;
  hint?: string;
  rules?: RegisterOptions<Form, Name>;
  /** The server's sentence about this field; the form's own finding comes first. */
  problem?: string;
  /** A day, or a clock time; text otherwise. */
  kind?: keyof typeof KINDS;
}

/** Kinds of input, with check and error sentence. `Kind` is the field that reads what is typed. */
const KINDS = {
  text: { Kind: null, isRight: () => true, wrong: () => '' },
  day: { Kind: DayInput, isRight: isDay, wrong: () => t('Write a day such as 03-10-2026') },
  clock: { Kind: ClockInput, isRight: isClock, wrong: () => t('Write a time such as 15:10') },
} as const;

/** The rules of a field, preceded by the check of its kind. */
const rulesOf = <Form extends FieldValues, Name extends FieldPath<Form>>(
  rules: RegisterOptions<Form, Name> | undefined,
  { isRight, wrong }: (typeof KINDS)[keyof typeof KINDS],
): RegisterOptions<Form, Name> => {
  const own = rules?.validate;
  return {
    ...rules,
    validate: {
      kind: (text: string) => text === '' || isRight(text) || wrong(),
      ...(typeof own === 'function' ? { own } : own),
    },
  };
};

/** A labelled text field of a form, with its fault beside it. */
export const FormInput = <Form extends FieldValues, Name extends FieldPath<Form>>({
  control,
  name,
  label,
  hint,
  rules,
  problem,
  kind = 'text',
  type,
  ...input
}: FormInputProps<Form, Name>) => {
  const styles = useStyles();
  const { Kind } = KINDS[kind];
  const {
    field: { ref, value, onBlur, onChange },
    fieldState,
  } = useController({
    control,
    name,
    rules: kind === 'text' ? rules : rulesOf(rules, KINDS[kind]),
  });
  const common = { ...input, className: styles.input, ref, name, onBlur };
  return (
    <Field
      className={styles.field}
      label={label}
      hint={hint}
      validationMessage={fieldState.error?.message ?? (problem && serverText(problem))}
    >
      {Kind ? (
        <Kind {...common} value={value} onChange={onChange} />
      ) : (
        <Input {...common} type={type} value={value} onChange={(_, data) => onChange(data.value)} />
      )}
    </Field>
  );
};
