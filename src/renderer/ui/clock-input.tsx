import { Input, type InputProps } from '@fluentui/react-components';
import type { Ref } from 'react';
import { t } from '../i18n/translate.ts';
import { clockWritten } from '../i18n/dates-typed.ts';

interface ClockInputProps extends Omit<InputProps, 'value' | 'defaultValue' | 'onChange' | 'type' | 'ref'> {
  ref?: Ref<HTMLInputElement>;
  /** `HH:MM`, empty, or what was typed and is no time. */
  value: string;
  onChange: (value: string) => void;
}

/** A field for a 24-hour clock time (IST), whatever the computer's language. */
export const ClockInput = ({ value, onChange, onBlur, ...input }: ClockInputProps) => {
  return (
    <Input
      {...input}
      inputMode="numeric"
      placeholder={t('hh:mm')}
      maxLength={5}
      value={value}
      onChange={(_, data) => onChange(data.value)}
      onBlur={(event) => {
        const clock = clockWritten(value);
        if (clock !== value) onChange(clock);
        onBlur?.(event);
      }}
    />
  );
};
