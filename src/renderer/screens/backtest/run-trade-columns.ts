import type { BacktestTrade } from '../../../shared/contract/backtests.ts';
import { formatCount, formatPercentChange, formatRupeesChange } from '../../../shared/money.ts';
import { istMinute } from '../../../shared/time.ts';
import { csvRupees, csvTime } from '../../i18n/csv-cells.ts';
import { dayText } from '../../i18n/dates.ts';
import { t } from '../../i18n/translate.ts';
import {
  changeColumn,
  codeColumn,
  countColumn,
  inOrder,
  priceColumn,
  rupeesColumn,
  textColumn,
} from '../../ui/columns.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { exitText } from './run-labels.ts';

const unknownHint = (): string =>
  t('A dash: no whole candle lies within the trade, or the run is older than this column.');

const excursionText = (value: number | undefined, text: (value: number) => string, unknown = '–'): string =>
  value === undefined ? unknown : text(value);

/** When a trade began or ended: on daily candles the clock says nothing. */
const whenColumn = (
  key: string,
  title: string,
  fullTitle: string,
  isDaily: boolean,
  of: (row: BacktestTrade) => string,
): Column<BacktestTrade> => ({
  key,
  title,
  fullTitle,
  render: (row) => {
    const at = Date.parse(of(row));
    return isDaily ? dayText(at) : `${dayText(at)}, ${istMinute(at)}`;
  },
  csv: (row) => csvTime(of(row)),
});

/** Columns of an excursion: rupees, and percent of the entry. */
const excursionColumns = (
  key: 'adverse' | 'favourable',
  titles: Readonly<Record<'amount' | 'percent', string>>,
  fullTitles: Readonly<Record<'amount' | 'percent', string>>,
): Column<BacktestTrade>[] => [
  {
    ...{ key, title: titles.amount, fullTitle: fullTitles.amount, align: 'end', hint: unknownHint() },
    render: (row) => excursionText(row[key]?.amount, formatRupeesChange),
    csv: (row) => excursionText(row[key]?.amount, csvRupees, ''),
  },
  {
    ...{ key: `${key}Percent`, title: titles.percent, fullTitle: fullTitles.percent, align: 'end' },
    hint: unknownHint(),
    render: (row) => excursionText(row[key]?.percent, formatPercentChange),
    csv: (row) => excursionText(row[key]?.percent, (percent) => percent.toFixed(2), ''),
  },
];

/** All columns of a run's trade, in the order of a file. Tables and files choose from them. */
export const runTradeColumns = (isDaily = false): readonly Column<BacktestTrade>[] => [
  {
    key: 'number',
    title: t('No.'),
    fullTitle: t('Number'),
    render: (trade) => formatCount(trade.number),
    csv: (trade) => String(trade.number),
  },
  textColumn('symbol', t('Symbol'), (trade) => trade.symbol),
  codeColumn(
    'side',
    t('Side'),
    (trade) => trade.side,
    (side) => (side === 'long' ? t('Long') : t('Short')),
  ),
  countColumn('quantity', t('Qty'), (trade) => trade.quantity, { fullTitle: t('Quantity') }),
  whenColumn('entryAt', t('In (IST)'), t('Entry time (IST)'), isDaily, (trade) => trade.entryAt),
  priceColumn('entry', t('At', { context: 'price' }), (trade) => trade.entryPrice, {
    fullTitle: t('Entry price'),
  }),
  textColumn('entryRule', t('Entry rule'), (trade) => trade.entryRule),
  whenColumn('exitAt', t('Out (IST)'), t('Exit time (IST)'), isDaily, (trade) => trade.exitAt),
  priceColumn('exit', t('At', { context: 'price' }), (trade) => trade.exitPrice, {
    fullTitle: t('Exit price'),
  }),
  codeColumn('why', t('Why'), (trade) => trade.exitReason, exitText, {
    kind: 'quiet',
    fullTitle: t('Exit reason'),
  }),
  textColumn('exitRule', t('Exit rule'), (trade) => trade.exitRule),
  countColumn('bars', t('Candles held'), (trade) => trade.barsHeld),
  ...excursionColumns(
    'adverse',
    { amount: t('MAE'), percent: t('MAE %') },
    { amount: t('Largest loss while open (MAE)'), percent: t('Largest loss while open (MAE), %') },
  ),
  ...excursionColumns(
    'favourable',
    { amount: t('MFE'), percent: t('MFE %') },
    { amount: t('Largest profit while open (MFE)'), percent: t('Largest profit while open (MFE), %') },
  ),
  changeColumn('gross', t('Gross'), (trade) => trade.gross),
  rupeesColumn('charges', t('Charges'), (trade) => trade.charges),
  changeColumn('net', t('Net'), (trade) => trade.net),
  changeColumn('total', t('Total'), (trade) => trade.runningTotal, { fullTitle: t('Cumulative P&L') }),
];

const IN_TABLE = [
  'number',
  'symbol',
  'side',
  'quantity',
  'entryAt',
  'entry',
  'exitAt',
  'exit',
  'why',
  'net',
  'total',
];

const EXCURSIONS = ['adverse', 'adversePercent', 'favourable', 'favourablePercent'];

/** Those of the table. The excursions are there where they are wanted. */
export const runTradeTableColumns = (
  isDaily: boolean,
  hasExcursions: boolean,
): readonly Column<BacktestTrade>[] =>
  inOrder(
    runTradeColumns(isDaily),
    IN_TABLE.flatMap((key) => (key === 'net' && hasExcursions ? [...EXCURSIONS, key] : [key])),
  );
