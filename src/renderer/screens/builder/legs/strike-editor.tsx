import { Field, Select } from '@fluentui/react-components';
import type { StrikeRule } from '../../../../shared/leg-document.ts';
import { labels, t } from '../../../i18n/translate.ts';
import { type Path, useAt } from '../../../features/rules/draft-context.tsx';
import { NumberAt, optionsOf, SelectAt } from '../../../features/rules/inputs.tsx';

const RULES: Readonly<Record<StrikeRule['by'], string>> = labels({
  'at-the-money': 'Strikes from the money',
  premium: 'Premium',
  'premium-range': 'Premium between',
  delta: 'Delta',
  'percent-away': '% from the money',
  'straddle-premium': '% of the straddle',
  'straddle-width': 'Times the straddle',
});

const STARTS: Readonly<Record<StrikeRule['by'], StrikeRule>> = {
  'at-the-money': { by: 'at-the-money', steps: 0 },
  premium: { by: 'premium', rupees: 100, choose: 'nearest' },
  'premium-range': { by: 'premium-range', from: 80, to: 120 },
  delta: { by: 'delta', delta: 0.3 },
  'percent-away': { by: 'percent-away', percent: 1 },
  'straddle-premium': { by: 'straddle-premium', percent: 40 },
  'straddle-width': { by: 'straddle-width', times: 1 },
};

const CHOICES = labels({
  nearest: 'nearest',
  'at-least': 'at least',
  'at-most': 'at most',
});

const Figures = ({ rule, path }: { rule: StrikeRule; path: Path }) => {
  switch (rule.by) {
    case 'at-the-money':
      return <NumberAt path={[...path, 'steps']} label={t('Out of the money')} />;
    case 'premium':
      return (
        <>
          <SelectAt path={[...path, 'choose']} label={t('Choose')} options={optionsOf(CHOICES)} />
          <NumberAt path={[...path, 'rupees']} label={t('Value')} suffix="₹" />
        </>
      );
    case 'premium-range':
      return (
        <>
          <NumberAt path={[...path, 'from']} label={t('from')} suffix="₹" />
          <NumberAt path={[...path, 'to']} label={t('to')} suffix="₹" />
        </>
      );
    case 'delta':
      return <NumberAt path={[...path, 'delta']} label={t('Value')} />;
    case 'percent-away':
    case 'straddle-premium':
      return <NumberAt path={[...path, 'percent']} label={t('Value')} suffix="%" />;
    case 'straddle-width':
      return <NumberAt path={[...path, 'times']} label={t('Value')} suffix="×" />;
  }
};

/** How the strike of a leg is chosen. */
export const StrikeEditor = ({ path }: { path: Path }) => {
  const { value, problem, set } = useAt<StrikeRule | null>(path);
  if (!value) return null;
  return (
    <>
      <Field label={t('Strike by')} validationMessage={problem}>
        <Select value={value.by} onChange={(_, data) => set(STARTS[data.value as StrikeRule['by']])}>
          {Object.entries(RULES).map(([by, text]) => (
            <option key={by} value={by}>
              {text}
            </option>
          ))}
        </Select>
      </Field>
      <Figures rule={value} path={path} />
    </>
  );
};
