import { Field, Radio, RadioGroup } from '@fluentui/react-components';

interface ChoiceFieldProps<Value extends string> {
  label: string;
  hint?: string;
  value: Value;
  labels: Readonly<Record<Value, string>>;
  onChoose: (value: Value) => void;
}

/** One of a few. */
export const ChoiceField = <Value extends string>({
  label,
  hint,
  value,
  labels,
  onChoose,
}: ChoiceFieldProps<Value>) => (
  <Field label={label} hint={hint}>
    <RadioGroup layout="horizontal" value={value} onChange={(_, data) => onChoose(data.value as Value)}>
      {Object.entries<string>(labels).map(([key, text]) => (
        <Radio key={key} value={key} label={text} />
      ))}
    </RadioGroup>
  </Field>
);
