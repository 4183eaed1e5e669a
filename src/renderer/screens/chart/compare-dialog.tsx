import { Button, Field, makeStyles, Select, Switch, tokens } from '@fluentui/react-components';
import { DeleteRegular } from '@fluentui/react-icons';
import { COMPARE_KINDS, type CompareKind } from '../../features/charts/series-compare.ts';
import { InstrumentPicker } from '../../features/symbols/instrument-picker.tsx';
import { labels, t } from '../../i18n/translate.ts';
import { DialogFrame } from '../../ui/dialog-frame.tsx';
import { useKeptFocus } from '../../ui/use-kept-focus.ts';
import { hasStraddle, MOST_COMPARED } from './compared.ts';

const useStyles = makeStyles({
  surface: { maxWidth: '640px' },
  // The list of found instruments needs the room.
  content: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalL, minHeight: '420px' },
  list: { listStyle: 'none', margin: 0, padding: 0, display: 'grid', gap: tokens.spacingVerticalS },
  row: { display: 'flex', alignItems: 'center', justifyContent: 'space-between' },
  buttons: { display: 'flex', justifyContent: 'flex-end', gridColumn: '1 / -1' },
});

const kindLabels = labels({ percent: 'Percent since a common candle', ratio: 'Ratio of the two' });

interface CompareDialogProps {
  symbol: string;
  compared: readonly string[];
  kind: CompareKind;
  isStraddle: boolean;
  onCompare: (symbols: readonly string[]) => void;
  onKind: (kind: CompareKind) => void;
  onStraddle: (isStraddle: boolean) => void;
  onClose: () => void;
}

/** Instruments that stand below the candles of another one, and how. */
export const CompareDialog = ({
  symbol,
  compared,
  kind,
  isStraddle,
  onCompare,
  onKind,
  onStraddle,
  onClose,
}: CompareDialogProps) => {
  const styles = useStyles();
  const keptFocus = useKeptFocus();
  const isFull = compared.length >= MOST_COMPARED;
  return (
    <DialogFrame
      title={t('Compare {{symbol}}', { symbol })}
      surfaceClass={styles.surface}
      onClose={onClose}
      actions={
        <div className={styles.buttons}>
          <Button appearance="primary" onClick={onClose}>
            {t('Close')}
          </Button>
        </div>
      }
    >
      <div className={styles.content} {...keptFocus}>
        {isFull ? (
          <span>
            {t('A chart is compared with at most {{number}} instruments.', { number: MOST_COMPARED })}
          </span>
        ) : (
          <InstrumentPicker
            label={t('Instrument to compare with')}
            start=""
            taken={new Set([symbol, ...compared])}
            onPick={(found) => {
              if (found.symbol !== symbol && !compared.includes(found.symbol))
                onCompare([...compared, found.symbol]);
            }}
            onClose={onClose}
          />
        )}
        <Field label={t('Shown as')}>
          <Select value={kind} onChange={(_, data) => onKind(data.value as CompareKind)}>
            {COMPARE_KINDS.map((name) => (
              <option key={name} value={name}>
                {kindLabels[name]}
              </option>
            ))}
          </Select>
        </Field>
        {hasStraddle(symbol) && (
          <Switch
            label={t('Straddle at the money, today')}
            checked={isStraddle}
            onChange={(_, data) => onStraddle(data.checked)}
          />
        )}
        {compared.length === 0 ? (
          <span>{t('No other instrument is on this chart.')}</span>
        ) : (
          <ul className={styles.list} aria-label={t('Compared instruments')}>
            {compared.map((other) => (
              <li key={other} className={styles.row} aria-label={other}>
                {other}
                <Button
                  icon={<DeleteRegular />}
                  aria-label={t('Remove {{name}}', { name: other })}
                  onClick={() => onCompare(compared.filter((one) => one !== other))}
                />
              </li>
            ))}
          </ul>
        )}
      </div>
    </DialogFrame>
  );
};
