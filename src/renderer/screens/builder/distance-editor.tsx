import { Field, makeStyles, Select, tokens } from '@fluentui/react-components';
import type { Distance } from '../../../shared/rule-document.ts';
import { t, labels } from '../../i18n/translate.ts';
import { useAt, type Path } from '../../features/rules/draft-context.tsx';
import { NumberAt } from '../../features/rules/inputs.tsx';
import { STARTING_DISTANCES } from '../../features/rules/starters.ts';

const useStyles = makeStyles({
  root: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS, alignItems: 'flex-start' },
});

const NONE = 'none';

const KINDS: Readonly<Record<Distance['kind'], string>> = labels({
  percent: 'Percent of the entry price',
  points: 'Rupees from the entry price',
  atr: 'Multiple of the ATR at entry',
});

/** A distance from the entry price, or none. */
export const DistanceEditor = ({
  path,
  label,
  isOptional = true,
}: {
  path: Path;
  label: string;
  isOptional?: boolean;
}) => {
  const styles = useStyles();
  const { value, problem, set } = useAt<Distance | null>(path);
  return (
    <div className={styles.root}>
      <Field label={label} validationMessage={problem}>
        <Select
          value={value?.kind ?? NONE}
          onChange={(_, data) =>
            set(data.value === NONE ? null : STARTING_DISTANCES[data.value as Distance['kind']])
          }
        >
          {isOptional && <option value={NONE}>{t('None')}</option>}
          {Object.entries(KINDS).map(([kind, text]) => (
            <option key={kind} value={kind}>
              {text}
            </option>
          ))}
        </Select>
      </Field>
      {value?.kind === 'percent' && <NumberAt path={[...path, 'value']} label={t('Value')} suffix="%" />}
      {value?.kind === 'points' && <NumberAt path={[...path, 'rupees']} label={t('Value')} suffix="₹" />}
      {value?.kind === 'atr' && (
        <>
          <NumberAt path={[...path, 'multiple']} label={t('Value')} suffix="×" />
          <NumberAt path={[...path, 'period']} label={t('ATR length')} />
        </>
      )}
    </div>
  );
};
