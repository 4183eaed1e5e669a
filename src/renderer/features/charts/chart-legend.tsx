import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { formatCount, formatPercentChange, formatPrice } from '../../../shared/money.ts';
import { t } from '../../i18n/translate.ts';
import { INNER_GROUND } from '../../ui/number-box.tsx';
import { IN_LOW_PANE } from '../../ui/page-width.ts';
import { appTokens } from '../../ui/tokens.ts';
import { barText, type Candles } from './bars.ts';
import { type ChartLine, valueText } from './chart-lines.ts';
import { TOOL_LABELS } from './drawings/tool-labels.ts';
import type { ChartBoard } from './drawings/board.ts';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: `0 ${tokens.spacingHorizontalM}`,
    // Two lines: what is below must not jump where the values become longer.
    minHeight: '40px',
    [IN_LOW_PANE]: {
      flexWrap: 'nowrap',
      minHeight: '20px',
      overflowX: 'clip',
      whiteSpace: 'nowrap',
      ...INNER_GROUND,
    },
    fontSize: tokens.fontSizeBase200,
    fontVariantNumeric: 'tabular-nums',
    color: tokens.colorNeutralForeground2,
  },
  up: { color: appTokens.pnlUp },
  down: { color: appTokens.pnlDown },
  typed: { fontWeight: tokens.fontWeightSemibold, color: tokens.colorNeutralForeground1 },
});

/** The chosen order or level, and where it is moved to. It is painted by itself, as it is moved. */
const ChosenLine = ({ board: { lines } }: { board: ChartBoard }) => {
  const styles = useStyles();
  const line = lines.store((state) => state.chosen);
  const wished = lines.store((state) => state.wished);
  if (line === null) return null;
  const values = { line: line.label, price: formatPrice(line.price) };
  return (
    <span className={styles.typed} data-chosen-line>
      {wished !== null
        ? t('{{line}}: {{price}} → {{wished}}. Enter asks, Escape leaves it.', {
            ...values,
            wished: formatPrice(wished),
          })
        : line.whyFixed === null
          ? t('{{line}}: {{price}}. Arrows or the pointer move it, Enter asks.', values)
          : `${t('{{line}}: {{price}}.', values)} ${line.whyFixed}`}
    </span>
  );
};

interface ChartLegendProps {
  board: ChartBoard;
  candles: Candles;
  lines: readonly ChartLine[];
}

/** Values of the candle at the crosshair, or of the last one. */
export const ChartLegend = ({ board, candles, lines }: ChartLegendProps) => {
  const styles = useStyles();
  const pointed = board.store((state) => state.pointed);
  const tool = board.store((state) => state.tool);
  const typed = board.store((state) => state.typed);
  const last = candles.time.length - 1;
  const bar = pointed !== null && pointed >= 0 && pointed <= last ? pointed : last;
  const [time, close, before] = [candles.time[bar], candles.close[bar], candles.close[bar - 1]];
  if (time === undefined || close === undefined) return null;
  const price = (column: 'open' | 'high' | 'low'): string => formatPrice(candles[column][bar] ?? 0);
  const change = before === undefined || before === 0 ? null : (close / before - 1) * 100;
  return (
    <div className={styles.root} role="group" aria-label={t('Values at the crosshair')}>
      {tool !== null && (
        <span className={styles.typed}>
          {t('{{tool}}: arrows move, Enter sets a point, Escape ends.', { tool: TOOL_LABELS[tool] })}
        </span>
      )}
      <ChosenLine board={board} />
      {typed !== '' && (
        <span className={styles.typed}>{t('Timeframe {{typed}}: Enter changes to it', { typed })}</span>
      )}
      <span>{barText(time, candles.timeframe === '1d')}</span>
      <span>{t('Open {{price}}', { price: price('open') })}</span>
      <span>{t('High {{price}}', { price: price('high') })}</span>
      <span>{t('Low {{price}}', { price: price('low') })}</span>
      <span>{t('Close {{price}}', { price: formatPrice(close) })}</span>
      {change !== null && (
        <span className={mergeClasses(change > 0 && styles.up, change < 0 && styles.down)}>
          {formatPercentChange(change)}
        </span>
      )}
      {candles.hasVolume && (
        <span>{t('Volume {{units}}', { units: formatCount(candles.volume[bar] ?? 0) })}</span>
      )}
      {lines.map((line, number) => (
        <span key={`${number} ${line.label}`}>{`${line.label} ${valueText(line, bar)}`}</span>
      ))}
    </div>
  );
};
