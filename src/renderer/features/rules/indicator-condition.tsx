import { Field, makeStyles, Select, tokens } from '@fluentui/react-components';
import type { IndicatorName } from '../../../shared/indicators/indicators.ts';
import type { Operand } from '../../../shared/rule-document.ts';
import { t } from '../../i18n/translate.ts';
import { CATALOGUE } from '../indicators/catalogue.ts';
import { COMPARISON_LABELS } from './catalogue.ts';
import { type Path, useAt } from './draft-context.tsx';
import { IndicatorParameters } from './indicator-fields.tsx';
import { NumberAt, SelectAt } from './inputs.tsx';
import { STARTING_OPERANDS } from './starters.ts';
import { inUnitOf, SIMPLE_COMPARISONS, type SimpleComparison } from './watched-rules.ts';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM, minWidth: 0 },
  line: { display: 'flex', flexWrap: 'wrap', alignItems: 'flex-start', gap: tokens.spacingHorizontalM },
});

/** The one comparison of the rules. */
const COMPARISON: Path = ['entry', 'conditions', 0];

type Choice = IndicatorName | 'close' | 'number';

const choiceOf = (operand: Operand): Choice => {
  if (operand.kind === 'indicator') return operand.indicator.name;
  return operand.kind === 'price' ? 'close' : 'number';
};

const operandOf = (choice: Choice): Operand => {
  if (choice === 'number') return STARTING_OPERANDS.constant;
  if (choice === 'close') return STARTING_OPERANDS.price;
  return { kind: 'indicator', indicator: CATALOGUE[choice].start, offset: 0 };
};

interface SideProps {
  side: 'left' | 'right';
  label: string;
  onChoice: (operand: Operand) => void;
}

/** One side of the comparison: what it is, and its parameters. */
const Side = ({ side, label, onChoice }: SideProps) => {
  const styles = useStyles();
  const path = [...COMPARISON, side];
  const { value, problem } = useAt<Operand>(path);
  return (
    <div className={styles.line} role="group" aria-label={label}>
      <Field label={label} validationMessage={problem}>
        <Select value={choiceOf(value)} onChange={(_, data) => onChoice(operandOf(data.value as Choice))}>
          {side === 'right' && <option value="number">{t('A number')}</option>}
          <option value="close">{t('Closing price')}</option>
          {Object.entries(CATALOGUE).map(([name, entry]) => (
            <option key={name} value={name}>
              {entry.label}
            </option>
          ))}
        </Select>
      </Field>
      {value.kind === 'indicator' && <IndicatorParameters path={[...path, 'indicator']} />}
      {value.kind === 'constant' && (
        <NumberAt path={[...path, 'value']} label={value.unit === 'rupees' ? t('Number (₹)') : t('Number')} />
      )}
    </div>
  );
};

/** The short form of a condition: an indicator of some candles, compared with a number or another indicator. */
export const IndicatorCondition = () => {
  const styles = useStyles();
  const { value, set } = useAt<SimpleComparison>(COMPARISON);
  return (
    <div className={styles.root}>
      <Side
        side="left"
        label={t('Indicator')}
        onChoice={(left) => set({ ...value, left, right: inUnitOf(left, value.right) })}
      />
      <div className={styles.line}>
        <SelectAt
          path={[...COMPARISON, 'operator']}
          label={t('When it')}
          options={SIMPLE_COMPARISONS.map((name) => [name, COMPARISON_LABELS[name]] as const)}
        />
      </div>
      <Side
        side="right"
        label={t('Compared with')}
        onChoice={(right) => set({ ...value, right: inUnitOf(value.left, right) })}
      />
    </div>
  );
};
