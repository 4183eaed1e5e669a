import { Field, Input, makeStyles, Select, Switch } from '@fluentui/react-components';
import { useState } from 'react';
import { useAt, type Path } from './draft-context.tsx';
import { ClockInput } from '../../ui/clock-input.tsx';

const useStyles = makeStyles({
  number: { width: '92px', minWidth: '64px' },
  clock: { width: '112px' },
});

const textOf = (value: number | null): string => (value === null || Number.isNaN(value) ? '' : String(value));

interface NumberAtProps {
  path: Path;
  label: string;
  suffix?: string;
  hint?: string;
}

/** A number of the document. What is typed stays as typed; until it is a number the document holds NaN. */
export const NumberAt = ({ path, label, suffix, hint }: NumberAtProps) => {
  const styles = useStyles();
  const { value, problem, set } = useAt<number | null>(path);
  const [typed, setTyped] = useState(textOf(value));
  const shown = Object.is(Number(typed.trim() === '' ? Number.NaN : typed), value ?? Number.NaN)
    ? typed
    : textOf(value);
  return (
    <Field label={label} hint={hint} validationMessage={problem}>
      <Input
        className={styles.number}
        inputMode="decimal"
        value={shown}
        contentAfter={suffix}
        onChange={(_, data) => {
          setTyped(data.value);
          set(data.value.trim() === '' ? Number.NaN : Number(data.value));
        }}
      />
    </Field>
  );
};

interface SelectAtProps<Value extends string> {
  path: Path;
  label: string;
  options: readonly (readonly [value: Value, text: string])[];
}

/** A choice of the document. */
export const SelectAt = <Value extends string>({ path, label, options }: SelectAtProps<Value>) => {
  const { value, problem, set } = useAt<Value>(path);
  return (
    <Field label={label} validationMessage={problem}>
      <Select value={value} onChange={(_, data) => set(data.value as Value)}>
        {options.map(([key, text]) => (
          <option key={key} value={key}>
            {text}
          </option>
        ))}
      </Select>
    </Field>
  );
};

/** Options of a choice by their texts. */
export const optionsOf = <Value extends string>(texts: Readonly<Record<Value, string>>) =>
  Object.entries(texts) as [Value, string][];

/** A clock time of the document, in India. */
export const ClockAt = ({ path, label }: { path: Path; label: string }) => {
  const styles = useStyles();
  const { value, problem, set } = useAt<string>(path);
  return (
    <Field label={label} validationMessage={problem}>
      <ClockInput className={styles.clock} value={value} onChange={set} />
    </Field>
  );
};

/** Something of the document that is or is not so. */
export const SwitchAt = ({ path, label }: { path: Path; label: string }) => {
  const { value, set } = useAt<boolean>(path);
  return <Switch label={label} checked={value} onChange={(_, data) => set(data.checked)} />;
};
