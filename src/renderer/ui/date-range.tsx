import { Input, makeStyles, tokens } from '@fluentui/react-components';
import { t } from '../i18n/translate.ts';

const useStyles = makeStyles({
  root: { display: 'inline-flex', alignItems: 'center', gap: tokens.spacingHorizontalXS },
  input: { width: '140px' },
});

interface DateRangeProps {
  /** `YYYY-MM-DD`, or empty for no limit. */
  from: string;
  to: string;
  onChange: (range: { from: string; to: string }) => void;
}

/** An inclusive range of days in India. */
export const DateRange = ({ from, to, onChange }: DateRangeProps) => {
  const styles = useStyles();
  return (
    <span className={styles.root} role="group" aria-label={t('Days')}>
      <Input
        className={styles.input}
        size="small"
        type="date"
        aria-label={t('From day')}
        value={from}
        max={to || undefined}
        onChange={(_, data) => onChange({ from: data.value, to })}
      />
      <span aria-hidden>–</span>
      <Input
        className={styles.input}
        size="small"
        type="date"
        aria-label={t('To day')}
        value={to}
        min={from || undefined}
        onChange={(_, data) => onChange({ from, to: data.value })}
      />
    </span>
  );
};
