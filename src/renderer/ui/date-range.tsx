import { makeStyles, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import { t } from '../i18n/translate.ts';
import { isDay } from '../i18n/dates-typed.ts';
import { DayInput } from './day-input.tsx';

const useStyles = makeStyles({
  root: { display: 'inline-flex', alignItems: 'center', flexWrap: 'wrap', gap: tokens.spacingHorizontalXS },
  day: { width: '140px', '& > input': { minWidth: 0 } },
  problem: { color: tokens.colorStatusDangerForeground1, fontSize: tokens.fontSizeBase200 },
});

interface DateRangeProps {
  /** `YYYY-MM-DD`, or empty for no limit. */
  from: string;
  to: string;
  onChange: (range: { from: string; to: string }) => void;
}

const isWhole = (day: string): boolean => day === '' || isDay(day);

/** An inclusive range of days in India. What is no day yet changes nothing. */
export const DateRange = ({ from, to, onChange }: DateRangeProps) => {
  const styles = useStyles();
  const chosen = `${from} ${to}`;
  const [draft, setDraft] = useState({ over: chosen, from, to });
  // Another range was chosen elsewhere: what was being typed is over.
  const typed = draft.over === chosen ? draft : { from, to };
  const change = (part: Partial<{ from: string; to: string }>) => {
    const range = { from: typed.from, to: typed.to, ...part };
    setDraft({ over: chosen, ...range });
    if (isWhole(range.from) && isWhole(range.to)) onChange(range);
  };
  const hasProblem = !isWhole(typed.from) || !isWhole(typed.to);
  return (
    <span className={styles.root} role="group" aria-label={t('Days')}>
      <DayInput
        className={styles.day}
        size="small"
        aria-label={t('From day')}
        aria-invalid={!isWhole(typed.from)}
        value={typed.from}
        max={to || undefined}
        onChange={(day) => change({ from: day })}
      />
      <span aria-hidden>–</span>
      <DayInput
        className={styles.day}
        size="small"
        aria-label={t('To day')}
        aria-invalid={!isWhole(typed.to)}
        value={typed.to}
        min={from || undefined}
        onChange={(day) => change({ to: day })}
      />
      {hasProblem && (
        <span className={styles.problem} role="status">
          {t('Write a day such as 03-10-2026')}
        </span>
      )}
    </span>
  );
};
