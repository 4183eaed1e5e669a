import { Field, makeStyles, Select, Switch, tokens } from '@fluentui/react-components';
import type { REBALANCES } from '../../../shared/rule-document.ts';
import { type Rotation, type Size } from '../../../shared/rule-document.ts';
import { t, labels } from '../../i18n/translate.ts';
import { SectionCard } from '../../ui/section-card.tsx';
import { useAt, useDraft } from '../../features/rules/draft-context.tsx';
import { NumberAt, SelectAt, SwitchAt } from '../../features/rules/inputs.tsx';
import { OperandEditor } from '../../features/rules/operand-editor.tsx';

const useStyles = makeStyles({
  line: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalM, alignItems: 'flex-start' },
  note: { margin: 0, color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
});

type PlainSize = Exclude<Size, { kind: 'equal-weight' }>;

const STARTING_SIZES: { readonly [Kind in PlainSize['kind']]: Extract<PlainSize, { kind: Kind }> } = {
  'capital-percent': { kind: 'capital-percent', percent: 25 },
  'risk-percent': { kind: 'risk-percent', percent: 1 },
  fixed: { kind: 'fixed', quantity: 1 },
};

const SIZE_KINDS: Readonly<Record<PlainSize['kind'], string>> = labels({
  'capital-percent': '% of capital',
  'risk-percent': 'Risk % per trade',
  fixed: 'Fixed quantity',
});

const EVERY: Readonly<Record<(typeof REBALANCES)[number], string>> = labels({ week: 'week', month: 'month' });
const BEST: Readonly<Record<Rotation['best'], string>> = labels({
  highest: 'highest first',
  lowest: 'lowest first',
});

const newRotation = (instruments: number): Rotation => ({
  rankBy: { kind: 'indicator', indicator: { name: 'roc', period: 126, source: 'close' }, offset: 0 },
  best: 'highest',
  hold: Math.max(1, Math.min(10, instruments)),
  every: 'month',
  reweigh: false,
});

const PlainSizeFields = () => {
  const { value, problem, set } = useAt<Size>(['size']);
  return (
    <>
      <Field label={t('Size')} validationMessage={problem}>
        <Select
          value={value.kind}
          onChange={(_, data) => set(STARTING_SIZES[data.value as PlainSize['kind']])}
        >
          {Object.entries(SIZE_KINDS).map(([kind, text]) => (
            <option key={kind} value={kind}>
              {text}
            </option>
          ))}
        </Select>
      </Field>
      {value.kind === 'fixed' ? (
        <NumberAt path={['size', 'quantity']} label={t('Quantity')} />
      ) : (
        <NumberAt path={['size', 'percent']} label={t('Percent')} suffix="%" />
      )}
      <NumberAt path={['maxEntries']} label={t('Max pyramiding')} hint={t('1 = no pyramiding')} />
    </>
  );
};

const RotationFields = () => {
  const styles = useStyles();
  const { problem } = useAt<Rotation>(['rotation']);
  return (
    <>
      <OperandEditor path={['rotation', 'rankBy']} label={t('Rank by')} kinds={['indicator', 'price']} />
      <div className={styles.line}>
        <SelectAt path={['rotation', 'best']} label={t('Order')} options={Object.entries(BEST)} />
        <NumberAt path={['rotation', 'hold']} label={t('Holdings')} />
        <SelectAt path={['rotation', 'every']} label={t('Rebalance every')} options={Object.entries(EVERY)} />
      </div>
      <SwitchAt path={['rotation', 'reweigh']} label={t('Reweight holdings at each rebalance')} />
      {problem && <p className={styles.note}>{problem}</p>}
      <p className={styles.note}>
        {t('Only instruments that meet the entry conditions are ranked. Daily candles, CNC, long only.')}
      </p>
    </>
  );
};

/** The size of each entry, or a portfolio. The latter is ranked anew every week or month. */
export const SizeSection = () => {
  const styles = useStyles();
  const { document, set } = useDraft();
  const isRotation = document.rotation !== null;
  const toggle = (isOn: boolean) => {
    set(['rotation'], isOn ? newRotation(document.instruments.length) : null);
    set(['size'], isOn ? { kind: 'equal-weight' } : STARTING_SIZES['capital-percent']);
    if (isOn) set(['maxEntries'], 1);
  };
  return (
    <SectionCard title={t('Position size')}>
      <Switch label={t('Rank & rotate')} checked={isRotation} onChange={(_, data) => toggle(data.checked)} />
      {isRotation ? (
        <RotationFields />
      ) : (
        <div className={styles.line}>
          <PlainSizeFields />
        </div>
      )}
    </SectionCard>
  );
};
