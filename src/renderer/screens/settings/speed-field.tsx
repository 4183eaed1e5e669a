import { Field, makeStyles, Slider, SpinButton, tokens } from '@fluentui/react-components';
import { t } from '../../i18n/translate.ts';
import { SPEEDS } from './feed.ts';

const useStyles = makeStyles({
  row: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalM },
  slider: { flexGrow: 1, maxWidth: '420px' },
  number: { width: '96px' },
});

const within = (speed: number): number => Math.min(SPEEDS.max, Math.max(SPEEDS.min, Math.round(speed)));

interface SpeedFieldProps {
  label: string;
  hint: string;
  speed: number;
  onChange: (speed: number) => void;
}

/** Speed as a multiple of the wall clock, 1 to 600. */
export const SpeedField = ({ label, hint, speed, onChange }: SpeedFieldProps) => {
  const styles = useStyles();
  return (
    <Field label={label} hint={hint}>
      <div className={styles.row} role="group" aria-label={label}>
        <Slider
          className={styles.slider}
          aria-label={t('{{name}}, slider', { name: label })}
          min={SPEEDS.min}
          max={SPEEDS.max}
          value={speed}
          onChange={(_, data) => onChange(within(data.value))}
        />
        <SpinButton
          className={styles.number}
          aria-label={t('{{name}}, times', { name: label })}
          incrementButton={{ 'aria-label': t('Increment value') }}
          decrementButton={{ 'aria-label': t('Decrement value') }}
          min={SPEEDS.min}
          max={SPEEDS.max}
          value={speed}
          onChange={(_, data) => onChange(within(data.value ?? Number(data.displayValue ?? speed)))}
        />
        <span aria-hidden>×</span>
      </div>
    </Field>
  );
};
