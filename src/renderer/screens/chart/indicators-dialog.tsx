import { Button, Field, Input, makeStyles, Select, tokens } from '@fluentui/react-components';
import { AddRegular, DeleteRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { indicatorText } from '../../../engine/rules/operand-text.ts';
import {
  type Indicator,
  type IndicatorName,
  IndicatorSchema,
} from '../../../shared/indicators/indicators.ts';
import { CATALOGUE, NUMBER_LABELS, PRICE_LABELS } from '../../features/indicators/catalogue.ts';
import { t } from '../../i18n/translate.ts';
import { MOST_INDICATORS } from '../../state/chart-indicators.ts';
import { DialogFrame } from '../../ui/dialog-frame.tsx';

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

/** An indicator as it is first drawn. Rules begin with the direction of a trend, a chart with its line on the candles. */
const drawnOf = (name: IndicatorName): Indicator => {
  const { start } = CATALOGUE[name];
  return 'output' in start && start.output === 'direction' ? { ...start, output: 'line' } : start;
};

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

interface RowProps {
  indicator: Indicator;
  onChange: (indicator: Indicator) => void;
  onRemove: () => void;
}

const IndicatorRow = ({ indicator, onChange, onRemove }: RowProps) => {
  const styles = useStyles();
  const { start, outputs } = CATALOGUE[indicator.name];
  const values = indicator as Readonly<Record<string, unknown>>;
  const change = (key: string, value: unknown): boolean => {
    const changed = IndicatorSchema.safeParse({ ...indicator, [key]: value });
    if (changed.success) onChange(changed.data);
    return changed.success;
  };
  const text = indicatorText(indicator);
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
          <Select value={indicator.output} onChange={(_, data) => change('output', data.value)}>
            {Object.entries(outputs).map(([name, label]) => (
              <option key={name} value={name}>
                {label}
              </option>
            ))}
          </Select>
        </Field>
      )}
      <Button icon={<DeleteRegular />} aria-label={t('Remove {{name}}', { name: text })} onClick={onRemove} />
    </li>
  );
};

interface IndicatorsDialogProps {
  indicators: readonly Indicator[];
  onChange: (indicators: readonly Indicator[]) => void;
  onClose: () => void;
}

/** Indicators of a chart: added, changed and removed; each change is drawn at once. */
export const IndicatorsDialog = ({ indicators, onChange, onClose }: IndicatorsDialogProps) => {
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
          onClick={() => onChange([...indicators, drawnOf(name)])}
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
          {indicators.map((indicator, at) => (
            <IndicatorRow
              key={`${at} ${indicators.length} ${indicator.name}`}
              indicator={indicator}
              onChange={(changed) => onChange(indicators.with(at, changed))}
              onRemove={() => onChange(indicators.toSpliced(at, 1))}
            />
          ))}
        </ul>
      )}
    </DialogFrame>
  );
};
