import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { Add16Regular, Dismiss16Regular } from '@fluentui/react-icons';
import { useMemo } from 'react';
import { useFieldArray, type Control } from 'react-hook-form';
import { sweepableNumbers } from '../../../engine/sweep/sweepable-numbers.ts';
import { OBJECTIVES } from '../../../shared/metric-names.ts';
import { formatCount } from '../../../shared/money.ts';
import type { RuleDocument } from '../../../shared/rule-document.ts';
import { t, labels } from '../../i18n/translate.ts';
import { FormInput } from '../../ui/form-input.tsx';
import { FormSelect } from '../../ui/form-select.tsx';
import { EMPTY_PARAMETER, setCount, type RunDraft } from './run-draft.ts';
import { METRIC_LABELS } from './run-labels.ts';

const MOST_PARAMETERS = 4;
const numberRules = () => ({
  required: t('Enter a number'),
  pattern: { value: /^-?\d+(\.\d+)?$/, message: t('Enter a number') },
});

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalM,
    margin: 0,
    padding: 0,
    border: 0,
  },
  legend: { padding: 0, marginBottom: tokens.spacingVerticalS, fontWeight: tokens.fontWeightSemibold },
  parameter: {
    display: 'grid',
    gridTemplateColumns: '1fr 1fr 1fr',
    gap: tokens.spacingHorizontalS,
    alignItems: 'start',
  },
  head: {
    display: 'flex',
    gridColumn: '1 / -1',
    gap: tokens.spacingHorizontalXS,
    alignItems: 'end',
    '& > :first-child': { flexGrow: 1, minWidth: 0 },
  },
  pair: {
    display: 'grid',
    gridTemplateColumns: '1fr 1fr',
    gap: tokens.spacingHorizontalM,
    alignItems: 'start',
  },
  note: { margin: 0, fontSize: tokens.fontSizeBase200, color: tokens.colorNeutralForeground3 },
});

const METHODS: Readonly<Record<RunDraft['method'], string>> = labels({
  grid: 'All of them',
  random: 'Random search',
});

interface SweepFieldsProps {
  control: Control<RunDraft>;
  /** Null when the rules cannot be read. */
  document: RuleDocument | null;
  draft: RunDraft;
}

/** Which numbers of the rules to try, and how. The user chooses the values, and what the best is chosen by. */
export const SweepFields = ({ control, document, draft }: SweepFieldsProps) => {
  const styles = useStyles();
  const { fields, append, remove, update } = useFieldArray({ control, name: 'parameters' });
  const numbers = useMemo(() => (document ? sweepableNumbers(document) : []), [document]);
  const chosen = draft.parameters.map(({ path }) => path);
  /** A number that another row tries already would only multiply the combinations. */
  const optionsOf = (index: number) => [
    ['', t('Choose…')] as const,
    ...numbers
      .filter(({ path }) => path === chosen[index] || !chosen.includes(path))
      .map(({ path, label, value }) => [path, t('{{label}} (now {{value}})', { label, value })] as const),
  ];
  const objectives = OBJECTIVES.map((name) => [name, METRIC_LABELS[name]] as const);
  const required = numberRules();
  const sets = setCount(draft);
  /** Choose a number: it is tried from half to one and a half times its value. */
  const choose = (index: number, path: string) => {
    const value = numbers.find((number) => number.path === path)?.value;
    if (value === undefined) return;
    const isWhole = Number.isInteger(value);
    const round = (wanted: number) => (isWhole ? Math.max(1, Math.round(wanted)) : Number(wanted.toFixed(2)));
    const [from, to] = [round(value * 0.5), round(value * 1.5)];
    const step = isWhole ? Math.max(1, Math.round((to - from) / 10)) : Number(((to - from) / 10).toFixed(3));
    update(index, { path, from: String(from), to: String(to), step: String(step) });
  };
  return (
    <fieldset className={styles.root}>
      <legend className={styles.legend}>{t('Values to try')}</legend>
      {fields.map((field, index) => (
        <div key={field.id} className={styles.parameter}>
          <div className={styles.head}>
            <FormSelect
              control={control}
              name={`parameters.${index}.path`}
              label={t('Number {{number}}', { number: index + 1 })}
              rules={{ required: t('Choose a number of the rules') }}
              options={optionsOf(index)}
              onChosen={(path) => choose(index, path)}
            />
            {fields.length > 1 && (
              <Button
                appearance="subtle"
                icon={<Dismiss16Regular />}
                aria-label={t('Remove number {{number}}', { number: index + 1 })}
                onClick={() => remove(index)}
              />
            )}
          </div>
          <FormInput control={control} name={`parameters.${index}.from`} label={t('From')} rules={required} />
          <FormInput control={control} name={`parameters.${index}.to`} label={t('To')} rules={required} />
          <FormInput control={control} name={`parameters.${index}.step`} label={t('Step')} rules={required} />
        </div>
      ))}
      {fields.length < MOST_PARAMETERS && (
        <Button size="small" icon={<Add16Regular />} onClick={() => append({ ...EMPTY_PARAMETER })}>
          {t('Add parameter')}
        </Button>
      )}
      <div className={styles.pair}>
        <FormSelect control={control} name="objective" label={t('Optimise for')} options={objectives} />
        <FormSelect
          control={control}
          name="method"
          label={t('Combinations')}
          options={Object.entries(METHODS)}
        />
      </div>
      {draft.method === 'random' && (
        <FormInput control={control} name="samples" label={t('How many combinations')} rules={required} />
      )}
      {draft.mode === 'walk-forward' && (
        <div className={styles.pair}>
          <FormInput control={control} name="windows" label={t('Windows')} rules={required} />
          <FormInput
            control={control}
            name="trainPercent"
            label={t('In-sample %')}
            rules={required}
            hint={t('of each window')}
          />
        </div>
      )}
      <p className={styles.note}>
        {sets === 0
          ? t('No combination to try yet.')
          : t('{{number}} combinations.', { count: sets, number: formatCount(sets) })}
      </p>
    </fieldset>
  );
};
