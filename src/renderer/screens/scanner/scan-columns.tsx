import { makeStyles, tokens } from '@fluentui/react-components';
import type { Source } from '../../../shared/contract/fields.ts';
import type { ScanRow } from '../../../shared/contract/scanner.ts';
import { formatCount, priceOrDash } from '../../../shared/money.ts';
import { markOf } from '../../features/symbols/symbol-mark.ts';
import { SymbolMore } from '../../features/symbols/symbol-more.tsx';
import { TintedPrice } from '../../features/trades/streaming-cells.tsx';
import { csvNumber, csvRupees } from '../../i18n/csv-cells.ts';
import { t } from '../../i18n/translate.ts';
import { useQuote } from '../../state/quotes.ts';
import { PercentChange } from '../../ui/money.tsx';
import { SaidByServer } from '../../ui/said-by-server.tsx';
import type { GridColumn } from '../../ui/streaming-grid.tsx';

const useStyles = makeStyles({
  symbol: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalS, minWidth: 0 },
  strong: { flexShrink: 0, fontWeight: tokens.fontWeightSemibold },
  name: {
    flexGrow: 1,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase200,
  },
});

const SymbolOfRow = ({ row: { symbol, name }, source }: { row: ScanRow; source: Source }) => {
  const styles = useStyles();
  return (
    <span className={styles.symbol} {...markOf(symbol, source)}>
      <span className={styles.strong}>{symbol}</span>
      <span className={styles.name}>{name}</span>
      <SymbolMore symbol={symbol} source={source} isTabStop={false} />
    </span>
  );
};

/** The price of now; painted again when it is another one. */
const LivePrice = ({ symbol, source }: { symbol: string; source: Source }) => {
  const price = useQuote(source, symbol, (quote) => quote?.ltp ?? null);
  return price === null ? '–' : <TintedPrice ltp={price} />;
};

/** Columns of what a scan found. `live` is the market whose prices move beside the close of the day. */
export const scanColumns = (
  source: Source,
  live: Source,
  isHits: boolean,
): readonly GridColumn<ScanRow>[] => [
  {
    key: 'symbol',
    title: t('Symbol'),
    width: 'minmax(22ch, 1fr)',
    render: (row) => <SymbolOfRow row={row} source={source} />,
    sortBy: (row) => row.symbol,
    csv: (row) => row.symbol,
  },
  {
    key: 'last',
    title: t('LTP'),
    width: '12ch',
    align: 'end',
    render: (row) => <LivePrice symbol={row.symbol} source={live} />,
  },
  {
    key: 'close',
    title: t('Close of the day'),
    width: '16ch',
    align: 'end',
    render: (row) => priceOrDash(row.close),
    sortBy: (row) => row.close ?? -Infinity,
    csv: (row) => csvRupees(row.close),
  },
  {
    key: 'change',
    // Beside a live price: today's change would be another one.
    title: t('Change % of the day'),
    width: '18ch',
    align: 'end',
    render: (row) =>
      row.changePercent === null ? '–' : <PercentChange percent={row.changePercent} isTinted />,
    sortBy: (row) => row.changePercent ?? -Infinity,
    csv: (row) => csvNumber(row.changePercent),
  },
  {
    key: 'volume',
    title: t('Volume of the day'),
    width: '16ch',
    align: 'end',
    render: (row) => (row.volume === null ? '–' : formatCount(row.volume)),
    sortBy: (row) => row.volume ?? -Infinity,
    csv: (row) => csvNumber(row.volume),
  },
  {
    key: 'passed',
    title: t('Conditions'),
    width: '12ch',
    align: 'end',
    render: (row) => (row.parts === 0 ? '–' : `${row.passed} / ${row.parts}`),
    sortBy: (row) => row.passed,
    csv: (row) => `${row.passed} / ${row.parts}`,
  },
  ...(isHits
    ? []
    : [
        {
          key: 'reason',
          title: t('Why not'),
          width: 'minmax(30ch, 1fr)',
          render: (row: ScanRow) => <SaidByServer>{row.reason}</SaidByServer>,
          csv: (row: ScanRow) => row.reason,
        },
      ]),
];
