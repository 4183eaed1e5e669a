import { Field, Select } from '@fluentui/react-components';
import type { StrategySummary } from '../../../shared/contract/strategy-card.ts';
import { t } from '../../i18n/translate.ts';
import { strategies } from './strategies.ts';

const options = (strategies: readonly StrategySummary[]) =>
  strategies.map((strategy) => (
    <option key={strategy.strategyId} value={strategy.strategyId}>
      {strategy.name}
    </option>
  ));

interface StrategyPickerProps {
  strategyId: number | null;
  onPick: (strategyId: number | null) => void;
}

/** The person's own strategies and those of the marketplace. */
export const StrategyPicker = ({ strategyId, onPick }: StrategyPickerProps) => {
  const { value } = strategies.use();
  return (
    <Field label={t('Strategy')}>
      <Select
        value={strategyId === null ? '' : String(strategyId)}
        onChange={(_, data) => onPick(data.value === '' ? null : Number(data.value))}
      >
        <option value="">{t('Choose…')}</option>
        {value && value.mine.length > 0 && (
          <optgroup label={t('My strategies')}>{options(value.mine)}</optgroup>
        )}
        {value && <optgroup label={t('Marketplace')}>{options(value.offered)}</optgroup>}
      </Select>
    </Field>
  );
};
