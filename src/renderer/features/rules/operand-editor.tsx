import { Field, makeStyles, Select, tokens } from '@fluentui/react-components';
import { isMadeOf, type Operand, TIMEFRAMES, type Timeframe } from '../../../shared/rule-document.ts';
import { EXPIRY_INDICES } from '../../../shared/rule-names.ts';
import { TIMEFRAME_LABELS } from '../../i18n/strategy-labels.ts';
import { t, labels } from '../../i18n/translate.ts';
import { PRICE_LABELS } from '../../features/indicators/catalogue.ts';
import { DAY_LABELS, LEVEL_LABELS } from './catalogue.ts';
import { useAt, useDraft, type Path } from './draft-context.tsx';
import { IndicatorFields } from './indicator-fields.tsx';
import { knownInstruments } from './known-instruments.ts';
import { ClockAt, NumberAt, SelectAt } from './inputs.tsx';
import { STARTING_OPERANDS } from './starters.ts';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'flex-start',
    gap: tokens.spacingHorizontalS,
    margin: 0,
    padding: 0,
    border: 0,
    minWidth: 0,
  },
});

const KINDS: Readonly<Record<Operand['kind'], string>> = labels({
  price: 'Price',
  indicator: 'Indicator',
  constant: 'Number',
  'time-of-day': 'Time of day',
  clock: 'Clock time',
  level: 'Level of the day or week',
  'opening-range': 'Opening range',
  'minutes-since-open': 'Minutes since the open',
  weekday: 'Weekday',
  day: 'A certain weekday',
  'days-to-expiry': 'Days to expiry',
  position: 'The position',
  today: 'Done today',
  variable: 'A variable',
});

const UNITS: Readonly<Record<Extract<Operand, { kind: 'constant' }>['unit'], string>> = labels({
  number: 'plain',
  rupees: 'rupees',
});

const POSITION_FIELDS: Readonly<Record<Extract<Operand, { kind: 'position' }>['field'], string>> = labels({
  'profit-percent': 'its profit in percent',
  'profit-rupees': 'its profit in rupees',
  'bars-held': 'candles since entry',
  'is-open': 'is open (1) or not (0)',
});

const TODAY_FIELDS: Readonly<Record<Extract<Operand, { kind: 'today' }>['field'], string>> = labels({
  trades: 'trades in the instrument',
  losses: 'losses in the instrument',
  'losses-in-a-row': 'losses in a row in the instrument',
});

const EDGES: Readonly<Record<Extract<Operand, { kind: 'opening-range' }>['edge'], string>> = labels(
  { high: 'High', low: 'Low' },
  { context: 'price' },
);

const EXPIRIES: Readonly<Record<Extract<Operand, { kind: 'days-to-expiry' }>['expiry'], string>> = labels({
  nearest: 'nearest (the weekly one)',
  monthly: 'monthly',
});

/** The candles that a price or an indicator is of: those of the rules, or longer ones. */
const CandlesAt = ({ path }: { path: Path }) => {
  const { value, problem, set } = useAt<Timeframe | undefined>([...path, 'timeframe']);
  const own = useDraft().document.timeframe;
  const offered = TIMEFRAMES.filter((timeframe) => timeframe === value || isMadeOf(timeframe, own));
  if (offered.length === 0) return null;
  return (
    <Field label={t('Candles')} validationMessage={problem}>
      <Select
        value={value ?? ''}
        onChange={(_, data) => set(offered.find((timeframe) => timeframe === data.value))}
      >
        <option value="">{t('those of the rules')}</option>
        {offered.map((timeframe) => (
          <option key={timeframe} value={timeframe}>
            {TIMEFRAME_LABELS[timeframe]}
          </option>
        ))}
      </Select>
    </Field>
  );
};

/** The instrument that a price or an indicator is of: the one that is traded, or another. */
const InstrumentAt = ({ path }: { path: Path }) => {
  const { value, problem, set } = useAt<string | undefined>([...path, 'instrument']);
  const { isScan = false } = useDraft();
  const known = knownInstruments.use().value?.instruments ?? [];
  const symbols = known.map(({ symbol }) => symbol);
  return (
    <Field label={t('Instrument')} validationMessage={problem}>
      <Select value={value ?? ''} onChange={(_, data) => set(data.value === '' ? undefined : data.value)}>
        <option value="">{isScan ? t('the one that is looked at') : t('the one that is traded')}</option>
        {[...new Set([...symbols, ...(value === undefined ? [] : [value])])].map((symbol) => (
          <option key={symbol}>{symbol}</option>
        ))}
      </Select>
    </Field>
  );
};

/** Names of the variables that may be read at a path: a variable reads only those above it. */
const useReadable = ([part, at]: Path): string[] => {
  const names = (useDraft().document.variables ?? []).map(({ name }) => name);
  return part === 'variables' && typeof at === 'number' ? names.slice(0, at) : names;
};

/** A choice among the variables that may be read here; what is not there any more stays in view. */
const VariableAt = ({ path, name }: { path: Path; name: string }) => {
  const names = [...new Set([...useReadable(path), name])];
  return <SelectAt path={[...path, 'name']} label={t('Variable')} options={names.map((one) => [one, one])} />;
};

const Particulars = ({ path, operand }: { path: Path; operand: Operand }) => {
  switch (operand.kind) {
    case 'price':
      return (
        <SelectAt path={[...path, 'field']} label={t('Indicator')} options={Object.entries(PRICE_LABELS)} />
      );
    case 'indicator':
      return <IndicatorFields path={[...path, 'indicator']} />;
    case 'constant':
      return (
        <>
          <NumberAt path={[...path, 'value']} label={t('Value')} />
          <SelectAt
            path={[...path, 'unit']}
            label={t('in', { context: 'unit' })}
            options={Object.entries(UNITS)}
          />
        </>
      );
    case 'clock':
      return <ClockAt path={[...path, 'at']} label={t('At', { context: 'time' })} />;
    case 'level':
      return <SelectAt path={[...path, 'level']} label={t('Level')} options={Object.entries(LEVEL_LABELS)} />;
    case 'opening-range':
      return (
        <>
          <SelectAt path={[...path, 'edge']} label={t('Line')} options={Object.entries(EDGES)} />
          <NumberAt path={[...path, 'minutes']} label={t('Its minutes')} />
        </>
      );
    case 'day':
      return <SelectAt path={[...path, 'day']} label={t('Day')} options={Object.entries(DAY_LABELS)} />;
    case 'days-to-expiry':
      return (
        <>
          <SelectAt
            path={[...path, 'index']}
            label={t('Index')}
            options={EXPIRY_INDICES.map((index) => [index, index])}
          />
          <SelectAt path={[...path, 'expiry']} label={t('Which expiry')} options={Object.entries(EXPIRIES)} />
        </>
      );
    case 'position':
      return (
        <SelectAt
          path={[...path, 'field']}
          label={t('Indicator')}
          options={Object.entries(POSITION_FIELDS)}
        />
      );
    case 'today':
      return <SelectAt path={[...path, 'field']} label={t('What')} options={Object.entries(TODAY_FIELDS)} />;
    case 'variable':
      return <VariableAt path={path} name={operand.name} />;
    case 'time-of-day':
    case 'weekday':
    case 'minutes-since-open':
      return null;
  }
};

interface OperandEditorProps {
  path: Path;
  /** Role of the operand in its comparison, for screen readers. */
  label: string;
  kinds?: readonly Operand['kind'][];
}

/** Kinds that variables and scans cannot be made of: they know candles alone. */
const NOT_OF_CANDLES: readonly string[] = ['position', 'today'];

/** Kinds of operands to choose from at a path. The chosen one stays among them. */
const useOffered = (path: Path, chosen: string, wanted: readonly string[] | undefined) => {
  const [readable] = useReadable(path);
  const { isScan = false } = useDraft();
  const isOffered = (kind: string): boolean => {
    if (kind === chosen) return true;
    if (kind === 'variable' && readable === undefined) return false;
    if ((isScan || path[0] === 'variables') && NOT_OF_CANDLES.includes(kind)) return false;
    return wanted?.includes(kind) ?? true;
  };
  return {
    offered: Object.entries(KINDS).filter(([kind]) => isOffered(kind)),
    start: (kind: Operand['kind']): Operand =>
      kind === 'variable' ? { kind, name: readable ?? '' } : STARTING_OPERANDS[kind],
  };
};

/** One side of a comparison. It is any value that conditions know. */
export const OperandEditor = ({ path, label, kinds }: OperandEditorProps) => {
  const styles = useStyles();
  const { value, problem, set } = useAt<Operand>(path);
  const isOfCandles = value.kind === 'price' || value.kind === 'indicator';
  const { offered, start } = useOffered(path, value.kind, kinds);
  return (
    <fieldset className={styles.root} aria-label={label}>
      <Field label={label} validationMessage={problem}>
        <Select value={value.kind} onChange={(_, data) => set(start(data.value as Operand['kind']))}>
          {offered.map(([kind, text]) => (
            <option key={kind} value={kind}>
              {text}
            </option>
          ))}
        </Select>
      </Field>
      <Particulars path={path} operand={value} />
      {isOfCandles && (
        <>
          <NumberAt path={[...path, 'offset']} label={t('Offset')} />
          <CandlesAt path={path} />
          {path[0] !== 'rotation' && <InstrumentAt path={path} />}
        </>
      )}
    </fieldset>
  );
};
