import { Button, Field, makeStyles, Slider, SpinButton, tokens } from '@fluentui/react-components';
import { WHAT_IF_LIMITS } from '../../../shared/option-structures.ts';
import { t } from '../../i18n/translate.ts';
import { SectionCard } from '../../ui/section-card.tsx';
import { NO_CHANGE, type WhatIf } from './payoff.ts';

const useStyles = makeStyles({
  fields: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(240px, 1fr))',
    gap: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalXL}`,
  },
  row: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalS, minWidth: 0 },
  // Without a mark for each of eighty steps.
  slider: {
    flexGrow: 1,
    minWidth: '80px',
    '& .fui-Slider__rail::before': { backgroundImage: 'none' },
  },
  number: { width: '92px', flexShrink: 0 },
});

interface TriedFieldProps {
  label: string;
  value: number;
  min: number;
  max: number;
  step: number;
  onChange: (value: number) => void;
}

/** Number to try out, by a slider and in a field. */
const TriedField = ({ label, value, min, max, step, onChange }: TriedFieldProps) => {
  const styles = useStyles();
  const change = (next: number | null | undefined) => {
    if (next === null || next === undefined || !Number.isFinite(next)) return;
    onChange(Math.min(max, Math.max(min, Math.round(next / step) * step)));
  };
  return (
    <Field label={label}>
      <div className={styles.row} role="group" aria-label={label}>
        <Slider
          className={styles.slider}
          aria-label={t('{{name}}, slider', { name: label })}
          {...{ min, max, step, value }}
          onChange={(_, data) => change(data.value)}
        />
        <SpinButton
          className={styles.number}
          aria-label={t('{{name}}, number', { name: label })}
          incrementButton={{ 'aria-label': t('Increment value') }}
          decrementButton={{ 'aria-label': t('Decrement value') }}
          {...{ min, max, step, value }}
          onChange={(_, data) => change(data.value ?? Number(data.displayValue))}
        />
      </div>
    </Field>
  );
};

interface WhatIfCardProps {
  whatIf: WhatIf;
  /** Calendar days to the first expiry. */
  daysLeft: number;
  onChange: (part: Partial<WhatIf>) => void;
}

/** Change of price, volatility and time that is tried out. */
export const WhatIfCard = ({ whatIf, daysLeft, onChange }: WhatIfCardProps) => {
  const styles = useStyles();
  const { pricePercent, volatilityPoints } = WHAT_IF_LIMITS;
  const isChanged = Object.values(whatIf).some((value) => value !== 0);
  return (
    <SectionCard
      title={t('What if')}
      aside={
        <Button
          size="small"
          appearance="subtle"
          disabledFocusable={!isChanged}
          onClick={() => onChange(NO_CHANGE)}
        >
          {t('Reset')}
        </Button>
      }
    >
      <div className={styles.fields}>
        <TriedField
          label={t('Index, change in %')}
          value={whatIf.pricePercent}
          {...{ min: -pricePercent, max: pricePercent, step: 0.5 }}
          onChange={(value) => onChange({ pricePercent: value })}
        />
        <TriedField
          label={t('IV, change in points')}
          value={whatIf.volatilityPoints}
          {...{ min: -volatilityPoints, max: volatilityPoints, step: 0.5 }}
          onChange={(value) => onChange({ volatilityPoints: value })}
        />
        <TriedField
          label={t('Days forward')}
          value={whatIf.days}
          {...{ min: 0, max: Math.max(1, Math.ceil(daysLeft)), step: 1 }}
          onChange={(value) => onChange({ days: value })}
        />
      </div>
    </SectionCard>
  );
};
