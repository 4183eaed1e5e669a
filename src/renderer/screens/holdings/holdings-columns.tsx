import { makeStyles, tokens } from '@fluentui/react-components';
import type { InstrumentHolding } from '../../../shared/contract/baskets.ts';
import { formatPrice, priceOrDash } from '../../../shared/money.ts';
import { modeWord } from '../../../shared/mode-word.ts';
import { csvRupees } from '../../i18n/csv-cells.ts';
import { SOURCE_LABELS } from '../../i18n/strategy-labels.ts';
import { t } from '../../i18n/translate.ts';
import { changeColumn, countColumn, rupeesColumn, textColumn } from '../../ui/columns.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { ModeChip } from '../../ui/mode-chip.tsx';

const useStyles = makeStyles({
  // What it stands for may take two lines: the results at the other end are not to be pushed out of view.
  name: {
    display: 'inline-flex',
    flexDirection: 'column',
    maxWidth: '22ch',
    padding: `${tokens.spacingVerticalXS} 0`,
    whiteSpace: 'normal',
  },
  quiet: {
    fontSize: tokens.fontSizeBase200,
    fontWeight: tokens.fontWeightRegular,
    color: tokens.colorNeutralForeground3,
  },
});

const Name = ({ row }: { row: InstrumentHolding }) => {
  const styles = useStyles();
  return (
    <span className={styles.name}>
      {row.symbol}
      <span className={styles.quiet}>
        {row.name} · {SOURCE_LABELS[row.source]}
      </span>
    </span>
  );
};

/** A price with its sign; a dash where there is none. */
export const signedPrice = (paise: number | null): string =>
  paise === null ? '–' : `₹${formatPrice(paise)}`;

const holders = ({ parts }: InstrumentHolding): string => parts.map(({ name }) => name).join(', ');

/** Everything that tables, files and paper have of what is held. */
export const holdingColumns = (): readonly Column<InstrumentHolding>[] => [
  {
    key: 'symbol',
    title: t('Instrument'),
    render: (row) => <Name row={row} />,
    csv: (row) => row.symbol,
    print: ({ symbol, name }) => `${symbol} · ${name}`,
  },
  {
    key: 'mode',
    title: t('Mode'),
    render: (row) => <ModeChip mode={row.mode} />,
    csv: (row) => modeWord(row.mode),
  },
  textColumn('where', t('Held by'), holders, { kind: 'wrap' }),
  countColumn('quantity', t('Quantity'), (row) => row.quantity, { isSortable: true }),
  {
    key: 'average',
    title: t('Average'),
    align: 'end',
    render: (row) => signedPrice(row.averagePrice),
    csv: (row) => csvRupees(row.averagePrice),
    print: (row) => priceOrDash(row.averagePrice),
  },
  {
    key: 'ltp',
    title: t('LTP'),
    align: 'end',
    render: (row) => signedPrice(row.ltp),
    csv: (row) => csvRupees(row.ltp),
    print: (row) => priceOrDash(row.ltp),
  },
  rupeesColumn('value', t('Value', { context: 'money' }), (row) => row.value, { isSortable: true }),
  changeColumn('pnl', t('Result after charges'), (row) => row.pnl, { isSortable: true }),
  rupeesColumn('charges-to-come', t('Charges to come'), (row) => row.chargesToCome),
];
