import { Field, Select } from '@fluentui/react-components';
import type { StrategySummary } from '../../../shared/contract/strategy-card.ts';
import { t } from '../../i18n/translate.ts';
import { strategies } from './strategies.ts';

const options = (tricks: readonly StrategySummary[]) =>
  tricks.map((trick) => (
    <option key={trick.TricksId} value={trick.TricksId}>
      {trick.name}
    </option>
  ));

interface StrategyPickerProps {
  TricksId: number | null;
  onPick: (TricksId: number | null) => void;
}

/** The person's own strategies and those of the marketplace. */
export const StrategyPicker = ({ TricksId, onPick }: StrategyPickerProps) => {
  const { value } = strategies.use();
  return (
    <Field label={t('Strategy')}>
      <Select
        value={TricksId === null ? '' : String(TricksId)}
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
