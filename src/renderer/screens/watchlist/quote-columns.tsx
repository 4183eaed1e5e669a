import { makeStyles, tokens } from '@fluentui/react-components';
import type { Source } from '../../../shared/contract/fields.ts';
import type { WatchlistEntry } from '../../../shared/contract/watchlists.ts';
import { formatCount, formatPrice } from '../../../shared/money.ts';
import { indexQuoteName, type Quote, quoteIn } from '../../../shared/quotes.ts';
import { markOf } from '../../features/symbols/symbol-mark.ts';
import { SymbolMore } from '../../features/symbols/symbol-more.tsx';
import { TintedPrice } from '../../features/trades/streaming-cells.tsx';
import { compactCount } from '../../i18n/amounts.ts';
import { csvNumber, csvRupees } from '../../i18n/csv-cells.ts';
import { writtenDay } from '../../i18n/dates.ts';
import { labels, t } from '../../i18n/translate.ts';
import { quotesNow, useQuote } from '../../state/quotes.ts';
import type { WatchlistColumn } from '../../state/watchlist-columns.ts';
import { MoneyChange, PercentChange } from '../../ui/money.tsx';
import type { GridColumn } from '../../ui/streaming-grid.tsx';

const useStyles = makeStyles({
  symbol: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalS, minWidth: 0 },
  name: {
    flexGrow: 1,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase200,
  },
  strong: { flexShrink: 0, fontWeight: tokens.fontWeightSemibold },
  expired: {
    padding: `0 ${tokens.spacingHorizontalXS}`,
    borderRadius: tokens.borderRadiusSmall,
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase200,
  },
});

/** Titles of the figures. */
export const COLUMN_TITLES: Readonly<Record<WatchlistColumn, string>> = labels({
  last: 'LTP',
  change: 'Change',
  percent: 'Change %',
  open: 'Day open',
  high: 'Day high',
  low: 'Day low',
  previous: 'Prev. close',
  volume: 'Volume',
  bid: 'Bid',
  ask: 'Ask',
});

/** Name under which the price of a row comes: a broker's index itself has one of its own. */
export const quoteNameOf = (
  { text, instrument }: Pick<WatchlistEntry, 'text' | 'instrument'>,
  source: Source,
): string => (source === 'broker' && instrument === 'index' ? indexQuoteName(text) : text);

/** Figures of a quote; null where there is none. Prices and changes in paise. */
const FIGURES: Readonly<Record<WatchlistColumn, (quote: Quote) => number | null>> = {
  last: ({ ltp }) => ltp,
  change: ({ ltp, previousClose }) => (previousClose === null ? null : ltp - previousClose),
  percent: ({ ltp, previousClose }) => (previousClose ? ((ltp - previousClose) / previousClose) * 100 : null),
  open: ({ open }) => open ?? null,
  high: ({ high }) => high ?? null,
  low: ({ low }) => low ?? null,
  previous: ({ previousClose }) => previousClose,
  volume: ({ volume }) => volume ?? null,
  bid: ({ bid }) => bid ?? null,
  ask: ({ ask }) => ask ?? null,
};

/** Widths for the largest usual figures. Together they fit a window of 1,024 px. */
const WIDTHS: Readonly<Record<WatchlistColumn, string>> = {
  last: '12ch',
  change: '14ch',
  percent: '12ch',
  open: '12ch',
  high: '12ch',
  low: '12ch',
  previous: '12ch',
  volume: '11ch',
  bid: '12ch',
  ask: '12ch',
};

/** Volumes from here on are short: with all their digits they would be cut off. */
const CRORE = 1_00_00_000;
const volumeText = (units: number): string => (units < CRORE ? formatCount(units) : compactCount(units));

const shown = (column: WatchlistColumn, figure: number) => {
  if (column === 'last') return <TintedPrice ltp={figure} />;
  if (column === 'change') return <MoneyChange paise={figure} />;
  if (column === 'percent') return <PercentChange percent={figure} isTinted />;
  return column === 'volume' ? volumeText(figure) : formatPrice(figure);
};

interface FigureProps {
  column: WatchlistColumn;
  name: string;
  source: Source;
}

/** A figure of the last quote; painted again when it is another one. */
const Figure = ({ column, name, source }: FigureProps) => {
  const figure = useQuote(source, name, (quote) => (quote ? FIGURES[column](quote) : null));
  return figure === null ? '–' : shown(column, figure);
};

const figureNow = (column: WatchlistColumn, row: WatchlistEntry, source: Source): number | null => {
  const quote = quoteIn(quotesNow(), source, quoteNameOf(row, source));
  return quote ? FIGURES[column](quote) : null;
};

/** `NIFTY 2026-12-29 24500 CE`. */
const CONTRACT = /^(\S+) (\d{4}-\d{2}-\d{2}) (\S.*)$/;

/** The symbol of a row on one line: of a contract the day stands apart. */
const SymbolOfRow = ({ row, source }: { row: WatchlistEntry; source: Source }) => {
  const styles = useStyles();
  const { text, instrumentName, isExpired, entryId } = row;
  const [, underlying, expiry, end] = CONTRACT.exec(text) ?? [];
  return (
    <span className={styles.symbol} {...markOf(text, source, entryId)}>
      <span className={styles.strong}>{expiry === undefined ? text : `${underlying} ${end}`}</span>
      {isExpired && <span className={styles.expired}>{t('Expired')}</span>}
      <span className={styles.name} title={expiry === undefined ? instrumentName : text}>
        {expiry === undefined ? instrumentName : writtenDay(expiry)}
      </span>
      <SymbolMore symbol={text} source={source} rowId={entryId} isTabStop={false} />
    </span>
  );
};

/** Columns of a watchlist: the symbol, and the figures that are chosen. */
export const watchlistGridColumns = (
  source: Source,
  chosen: readonly WatchlistColumn[],
): readonly GridColumn<WatchlistEntry>[] => [
  {
    key: 'symbol',
    title: t('Symbol'),
    width: 'minmax(26ch, 1fr)',
    render: (row) => <SymbolOfRow row={row} source={source} />,
    sortBy: (row) => row.text,
    csv: (row) => row.text,
  },
  ...chosen.map((column): GridColumn<WatchlistEntry> => ({
    key: column,
    title: COLUMN_TITLES[column],
    width: WIDTHS[column],
    align: 'end',
    render: (row) => <Figure column={column} name={quoteNameOf(row, source)} source={source} />,
    // What is not known is less than anything.
    sortBy: (row) => figureNow(column, row, source) ?? -Infinity,
    csv: (row) => {
      const figure = row.kind === 'heading' ? null : figureNow(column, row, source);
      if (column === 'volume') return figure === null ? '' : String(figure);
      return column === 'percent' ? csvNumber(figure) : csvRupees(figure);
    },
  })),
];
