import { Button, Field, Input, makeStyles, Select, tokens } from '@fluentui/react-components';
import { AddRegular, AlertRegular, DeleteRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import {
  type Indicator,
  type IndicatorName,
  IndicatorSchema,
} from '../../../shared/indicators/indicators.ts';
import { CATALOGUE, NUMBER_LABELS, PRICE_LABELS } from '../../features/indicators/catalogue.ts';
import { t } from '../../i18n/translate.ts';
import { MOST_INDICATORS } from '../../state/chart-indicators.ts';
import { DialogFrame } from '../../ui/dialog-frame.tsx';
import { type ChartIndicator, hasLines, newOnChart, onChartText } from './chart-indicator.ts';

const useStyles = makeStyles({
  surface: { maxWidth: '720px' },
  content: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalL },
  list: { listStyle: 'none', margin: 0, padding: 0, display: 'grid', gap: tokens.spacingVerticalL },
  row: { display: 'flex', flexWrap: 'wrap', alignItems: 'flex-end', gap: tokens.spacingHorizontalM },
  name: { flexBasis: '100%', fontWeight: tokens.fontWeightSemibold },
  number: { width: '112px' },
  // The field's own least width is wider than a number.
  input: { minWidth: 0, width: '100%' },
  buttons: { display: 'flex', justifyContent: 'flex-end', gridColumn: '1 / -1' },
});

interface NumberFieldProps {
  label: string;
  value: number;
  /** Tries a number; whether the indicator takes it. */
  onNumber: (value: number) => boolean;
}

/** A number of an indicator; one that it does not take stays in the field and says so. */
const NumberField = ({ label, value, onNumber }: NumberFieldProps) => {
  const styles = useStyles();
  const [text, setText] = useState(String(value));
  const [isTaken, setIsTaken] = useState(true);
  return (
    <Field
      label={label}
      className={styles.number}
      validationMessage={isTaken ? undefined : t('This number cannot be used here')}
    >
      <Input
        className={styles.input}
        inputMode="decimal"
        value={text}
        onChange={(_, data) => {
          setText(data.value);
          setIsTaken(data.value.trim() !== '' && onNumber(Number(data.value)));
        }}
      />
    </Field>
  );
};

/** All lines of an indicator, among its lines. */
const ALL_LINES = 'all-lines';

interface RowProps {
  shown: ChartIndicator;
  onChange: (changed: ChartIndicator) => void;
  onRemove: () => void;
  onAlert: () => void;
}

const IndicatorRow = ({ shown, onChange, onRemove, onAlert }: RowProps) => {
  const styles = useStyles();
  const { indicator, isWhole } = shown;
  const { start, outputs } = CATALOGUE[indicator.name];
  const values = indicator as Readonly<Record<string, unknown>>;
  const change = (key: string, value: unknown): boolean => {
    const changed = IndicatorSchema.safeParse({ ...indicator, [key]: value });
    if (changed.success) onChange({ indicator: changed.data, isWhole: isWhole && key !== 'output' });
    return changed.success;
  };
  const text = onChartText(shown);
  return (
    <li className={styles.row} aria-label={text}>
      <span className={styles.name}>{text}</span>
      {Object.entries(start).map(([key, first]) =>
        typeof first === 'number' ? (
          <NumberField
            key={key}
            label={NUMBER_LABELS[key] ?? key}
            value={Number(values[key])}
            onNumber={(number) => change(key, number)}
          />
        ) : null,
      )}
      {'source' in indicator && (
        <Field label={t('Source')}>
          <Select value={indicator.source} onChange={(_, data) => change('source', data.value)}>
            {Object.entries(PRICE_LABELS).map(([name, label]) => (
              <option key={name} value={name}>
                {label}
              </option>
            ))}
          </Select>
        </Field>
      )}
      {outputs && 'output' in indicator && (
        <Field label={t('Line')}>
          <Select
            value={isWhole ? ALL_LINES : indicator.output}
            onChange={(_, { value }) =>
              value === ALL_LINES ? onChange({ indicator, isWhole: true }) : change('output', value)
            }
          >
            {hasLines(indicator) && <option value={ALL_LINES}>{t('All lines')}</option>}
            {Object.entries(outputs).map(([name, label]) => (
              <option key={name} value={name}>
                {label}
              </option>
            ))}
          </Select>
        </Field>
      )}
      <Button icon={<AlertRegular />} aria-label={`${t('Alert on it…')} ${text}`} onClick={onAlert}>
        {t('Alert on it…')}
      </Button>
      <Button icon={<DeleteRegular />} aria-label={t('Remove {{name}}', { name: text })} onClick={onRemove} />
    </li>
  );
};

interface IndicatorsDialogProps {
  indicators: readonly ChartIndicator[];
  onChange: (indicators: readonly ChartIndicator[]) => void;
  /** Called with an indicator that an alert is to be made on. */
  onAlert: (indicator: Indicator) => void;
  onClose: () => void;
}

/** Indicators of a chart: added, changed and removed; each change is drawn at once. */
export const IndicatorsDialog = ({ indicators, onChange, onAlert, onClose }: IndicatorsDialogProps) => {
  const styles = useStyles();
  const [name, setName] = useState<IndicatorName>('rsi');
  const isFull = indicators.length >= MOST_INDICATORS;
  return (
    <DialogFrame
      title={t('Indicators')}
      surfaceClass={styles.surface}
      contentClass={styles.content}
      onClose={onClose}
      actions={
        <div className={styles.buttons}>
          <Button appearance="primary" onClick={onClose}>
            {t('Close')}
          </Button>
        </div>
      }
    >
      <div className={styles.row}>
        <Field label={t('Indicator')}>
          <Select autoFocus value={name} onChange={(_, data) => setName(data.value as IndicatorName)}>
            {Object.entries(CATALOGUE).map(([key, { label }]) => (
              <option key={key} value={key}>
                {label}
              </option>
            ))}
          </Select>
        </Field>
        <Button
          icon={<AddRegular />}
          disabled={isFull}
          onClick={() => onChange([...indicators, newOnChart(name)])}
        >
          {t('Add indicator')}
        </Button>
        {isFull && (
          <span>{t('A chart has at most {{number}} indicators.', { number: MOST_INDICATORS })}</span>
        )}
      </div>
      {indicators.length === 0 ? (
        <span>{t('No indicator is on this chart.')}</span>
      ) : (
        <ul className={styles.list} aria-label={t('Indicators on this chart')}>
          {indicators.map((shown, at) => (
            <IndicatorRow
              key={`${at} ${indicators.length} ${shown.indicator.name}`}
              shown={shown}
              onChange={(changed) => onChange(indicators.with(at, changed))}
              onRemove={() => onChange(indicators.toSpliced(at, 1))}
              onAlert={() => onAlert(shown.indicator)}
            />
          ))}
        </ul>
      )}
    </DialogFrame>
  );
};
