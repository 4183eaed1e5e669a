import { Button, Field, Input, makeStyles, Select, tokens } from '@fluentui/react-components';
import { Add16Regular, Dismiss16Regular } from '@fluentui/react-icons';
import { useState } from 'react';
import type { InputOf } from '../../../../shared/contract/endpoint.ts';
import type { options } from '../../../../shared/contract/options.ts';
import type { Leg, LegDocument } from '../../../../shared/leg-document.ts';
import { LEG_PARAMETERS, type LegParameter, MOST_LEG_PARAMETERS } from '../../../../shared/leg-parameters.ts';
import { clockToMinutes } from '../../../../shared/time.ts';
import { api } from '../../../api/api.ts';
import { OnlineButton } from '../../../features/stream/online-controls.tsx';
import { serverText, t } from '../../../i18n/translate.ts';
import { useAction } from '../../../state/action.ts';
import { useKeptFocus } from '../../../ui/use-kept-focus.ts';
import { useLegDraft } from '../../../features/rules/draft-context.tsx';
import { isTime, parameterNames, type Sweep, SweepResults } from './sweep-results.tsx';

const useStyles = makeStyles({
  stack: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM, minWidth: 0 },
  line: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalM, alignItems: 'flex-end' },
  number: { width: '92px', minWidth: '64px' },
  title: { margin: 0, fontSize: tokens.fontSizeBase300, fontWeight: tokens.fontWeightSemibold },
  note: { margin: 0, fontSize: tokens.fontSizeBase200, color: tokens.colorNeutralForeground3 },
});

/** A number to vary, as it is typed. */
interface Range {
  readonly name: LegParameter;
  readonly from: string;
  readonly to: string;
  readonly step: string;
}

const START: Readonly<Record<LegParameter, Omit<Range, 'name'>>> = {
  'entry-time': { from: '09:20', to: '11:20', step: '30' },
  'exit-time': { from: '14:15', to: '15:15', step: '15' },
  stop: { from: '20', to: '50', step: '10' },
  target: { from: '20', to: '80', step: '20' },
  steps: { from: '0', to: '4', step: '1' },
};

/** Whether a leg has the number of a parameter. Times are of the whole document. */
const HAS: Readonly<Record<LegParameter, (leg: Leg) => boolean>> = {
  'entry-time': () => true,
  'exit-time': () => true,
  stop: ({ stop }) => stop !== null,
  target: ({ target }) => target !== null,
  steps: ({ strike }) => strike?.by === 'at-the-money',
};

const rangeOf = (name: LegParameter): Range => ({ name, ...START[name] });

const sentOf = ({ name, from, to, step }: Range) => {
  const number = (text: string) => (isTime(name) ? clockToMinutes(text) : Number(text));
  return { name, from: number(from), to: number(to), step: Number(step) };
};

const RangeLine = ({
  range,
  offered,
  onChange,
  onRemove,
}: {
  range: Range;
  offered: readonly LegParameter[];
  onChange: (range: Range) => void;
  onRemove: (() => void) | null;
}) => {
  const styles = useStyles();
  const names = parameterNames();
  const field = (key: 'from' | 'to' | 'step', label: string) => (
    <Field label={label}>
      <Input
        className={styles.number}
        inputMode={isTime(range.name) ? 'text' : 'decimal'}
        value={range[key]}
        onChange={(_, { value }) => onChange({ ...range, [key]: value })}
      />
    </Field>
  );
  return (
    <div className={styles.line}>
      <Field label={t('Number to vary')}>
        <Select value={range.name} onChange={(_, { value }) => onChange(rangeOf(value as LegParameter))}>
          {offered.map((name) => (
            <option key={name} value={name}>
              {names[name]}
            </option>
          ))}
        </Select>
      </Field>
      {field('from', t('First value'))}
      {field('to', t('Last value'))}
      {field('step', isTime(range.name) ? t('Step, minutes') : t('Step'))}
      {onRemove && (
        <Button
          appearance="subtle"
          icon={<Dismiss16Regular />}
          aria-label={t('Remove this number')}
          onClick={onRemove}
        />
      )}
    </div>
  );
};

/** Try other numbers: chosen on some days, and what they made on the days after. */
export const SweepPart = ({
  parsed,
  asked,
}: {
  parsed: LegDocument | null;
  asked: Omit<InputOf<(typeof options)['sweep']>, 'document' | 'parameters'>;
}) => {
  const styles = useStyles();
  const { legs } = useLegDraft().document;
  const possible = LEG_PARAMETERS.filter((name) => legs.some(HAS[name]));
  const [chosen, setRanges] = useState<readonly Range[]>([rangeOf('stop')]);
  // What the legs no longer have cannot be varied; something always can.
  const kept = chosen.filter(({ name }) => possible.includes(name));
  const ranges = kept.length > 0 ? kept : [rangeOf('entry-time')];
  const [sweep, setSweep] = useState<Sweep | null>(null);
  const run = useAction(api.options.sweep, { presentation: 'dialog' });
  const onRun = async () => {
    if (!parsed) return;
    const result = await run.run({ document: parsed, ...asked, parameters: ranges.map(sentOf) });
    if (result.ok) setSweep(result.value);
  };
  const set = (index: number, range: Range) =>
    setRanges(ranges.map((one, at) => (at === index ? range : one)));
  const isFree = (name: LegParameter) => ranges.every((range) => range.name !== name);
  const unused = possible.find(isFree);
  const focus = useKeptFocus();
  return (
    <div className={styles.stack} {...focus}>
      <h3 className={styles.title}>{t('Try other numbers')}</h3>
      {ranges.map((range, index) => (
        <RangeLine
          key={index}
          range={range}
          offered={possible.filter((name) => name === range.name || isFree(name))}
          onChange={(changed) => set(index, changed)}
          onRemove={ranges.length > 1 ? () => setRanges(ranges.filter((_, at) => at !== index)) : null}
        />
      ))}
      <div className={styles.line}>
        {ranges.length < MOST_LEG_PARAMETERS && unused && (
          <Button
            size="small"
            icon={<Add16Regular />}
            onClick={() => setRanges([...ranges, rangeOf(unused)])}
          >
            {t('Vary another number')}
          </Button>
        )}
        <OnlineButton disabledFocusable={!parsed || run.isRunning} onClick={() => void onRun()}>
          {t('Try the numbers')}
        </OnlineButton>
      </div>
      {run.failure && <p className={styles.note}>{serverText(run.failure.message)}</p>}
      {sweep && <SweepResults sweep={sweep} />}
    </div>
  );
};
