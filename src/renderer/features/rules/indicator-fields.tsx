import { Field, Select } from '@fluentui/react-components';
import type { Indicator, IndicatorName } from '../../../shared/indicators/indicators.ts';
import { t } from '../../i18n/translate.ts';
import { CATALOGUE, NUMBER_LABELS, PRICE_LABELS } from '../indicators/catalogue.ts';
import { type Path, useAt } from './draft-context.tsx';
import { NumberAt, SelectAt } from './inputs.tsx';

/** The parameters of an indicator: its numbers, its source and its line. */
export const IndicatorParameters = ({ path }: { path: Path }) => {
  const { value } = useAt<Indicator>(path);
  const { start, outputs } = CATALOGUE[value.name];
  const numbers = Object.entries(start).flatMap(([key, number]) => (typeof number === 'number' ? [key] : []));
  return (
    <>
      {numbers.map((key) => (
        <NumberAt key={`${value.name} ${key}`} path={[...path, key]} label={NUMBER_LABELS[key] ?? key} />
      ))}
      {'source' in start && (
        <SelectAt path={[...path, 'source']} label={t('Source')} options={Object.entries(PRICE_LABELS)} />
      )}
      {outputs && <SelectAt path={[...path, 'output']} label={t('Line')} options={Object.entries(outputs)} />}
    </>
  );
};

/** The fields of an indicator: which one, and its parameters. */
export const IndicatorFields = ({ path }: { path: Path }) => {
  const { value, set } = useAt<Indicator>(path);
  return (
    <>
      <Field label={t('Indicator')}>
        <Select value={value.name} onChange={(_, data) => set(CATALOGUE[data.value as IndicatorName].start)}>
          {Object.entries(CATALOGUE).map(([name, { label }]) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </Select>
      </Field>
      <IndicatorParameters path={path} />
    </>
  );
};
