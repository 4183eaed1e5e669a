import { Button, Input, makeStyles, mergeClasses, type InputProps } from '@fluentui/react-components';
import { CalendarLtr16Regular } from '@fluentui/react-icons';
import { useRef, type KeyboardEvent, type Ref } from 'react';
import { DAY_MS } from '../../shared/time.ts';
import { t } from '../i18n/translate.ts';
import { dayTyped, dayWritten, isDay, typedDay } from '../i18n/dates-typed.ts';

const useStyles = makeStyles({
  field: { position: 'relative' },
  /** Only its calendar is seen. */
  calendar: {
    position: 'absolute',
    right: 0,
    bottom: 0,
    width: '1px',
    height: '1px',
    opacity: 0,
    pointerEvents: 'none',
  },
});

/** So many days later. */
const after = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
const STEPS: Readonly<Record<string, number>> = { ArrowUp: 1, ArrowDown: -1 };

interface DayInputProps extends Omit<InputProps, 'value' | 'defaultValue' | 'onChange' | 'type' | 'ref'> {
  ref?: Ref<HTMLInputElement>;
  /** `YYYY-MM-DD`, empty, or what was typed and is no day. */
  value: string;
  onChange: (value: string) => void;
  /** Days that the calendar offers. */
  min?: string;
  max?: string;
}

/**
 * A field for a day, typed or chosen in its calendar. It is typed as `DD-MM-YYYY`; the form is the same in every
 * language of the computer. The arrows up and down go a day on and back.
 */
export const DayInput = ({ value, onChange, onBlur, min, max, className, ...input }: DayInputProps) => {
  const styles = useStyles();
  const calendar = useRef<HTMLInputElement>(null);
  const step = (event: KeyboardEvent) => {
    const days = STEPS[event.key];
    if (days === undefined || !isDay(value)) return;
    event.preventDefault();
    onChange(after(value, days));
  };
  return (
    <Input
      {...input}
      className={mergeClasses(styles.field, className)}
      inputMode="numeric"
      placeholder={t('dd-mm-yyyy')}
      value={typedDay(value)}
      onChange={(_, data) => onChange(isDay(data.value) ? data.value : dayTyped(data.value))}
      onKeyDown={step}
      onBlur={(event) => {
        const day = dayWritten(typedDay(value));
        if (day !== value) onChange(day);
        onBlur?.(event);
      }}
      contentAfter={
        <>
          <Button
            appearance="transparent"
            size="small"
            tabIndex={-1}
            icon={<CalendarLtr16Regular />}
            aria-label={t('Choose in the calendar')}
            disabled={input.disabled}
            onClick={() => calendar.current?.showPicker()}
          />
          <input
            ref={calendar}
            className={styles.calendar}
            type="date"
            tabIndex={-1}
            aria-hidden
            min={min}
            max={max}
            value={isDay(value) ? value : ''}
            onChange={(event) => onChange(event.target.value)}
          />
        </>
      }
    />
  );
};
