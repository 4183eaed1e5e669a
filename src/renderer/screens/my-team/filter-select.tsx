import { Select } from '@fluentui/react-components';

interface FilterSelectProps<Value extends string> {
  label: string;
  value: Value;
  options: readonly (readonly [value: Value, text: string])[];
  onChoose: (value: Value) => void;
}

/** One filter of a list. */
export const FilterSelect = <Value extends string>({
  label,
  value,
  options,
  onChoose,
}: FilterSelectProps<Value>) => (
  <Select size="small" aria-label={label} value={value} onChange={(_, data) => onChoose(data.value as Value)}>
    {options.map(([key, text]) => (
      <option key={key} value={key}>
        {text}
      </option>
    ))}
  </Select>
);
