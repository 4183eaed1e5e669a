import { makeStyles, tokens } from '@fluentui/react-components';
import { useEffect, useRef } from 'react';
import { formatPrice } from '../../../shared/money.ts';
import { csvNumber, csvRupees } from '../../i18n/csv-cells.ts';
import { SymbolMore } from '../../features/symbols/symbol-more.tsx';
import { writtenDay } from '../../i18n/dates.ts';
import { SOURCE_LABELS } from '../../i18n/strategy-labels.ts';
import { labels, t } from '../../i18n/translate.ts';
import { columnOf, countColumn, priceColumn, textColumn } from '../../ui/columns.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { SignedAmount } from '../../ui/money.tsx';
import { changeText, figureText, unitsColumn } from './option-chain-columns.tsx';
import type { Chain, FutureQuote } from './option-chain.ts';

const useStyles = makeStyles({
  expiry: { display: 'inline-flex', alignItems: 'center', gap: tokens.spacingHorizontalXS },
  stack: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalXS, minWidth: 0 },
  head: { display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', gap: tokens.spacingHorizontalS },
  title: { margin: 0, fontSize: tokens.fontSizeBase300, fontWeight: tokens.fontWeightSemibold },
  note: { fontSize: tokens.fontSizeBase200, color: tokens.colorNeutralForeground3 },
  wanted: { outline: `${tokens.strokeWidthThick} solid ${tokens.colorStrokeFocus2}` },
});

const MONTHS = labels({ 0: 'Near month', 1: 'Next month', 2: 'Far month' }, { context: 'future' });

const signedColumn = columnOf<number>({
  text: changeText,
  show: (paise) => <SignedAmount text={changeText(paise)} />,
  write: csvRupees,
  align: 'end',
});
const yearlyColumn = columnOf<number | null>({
  text: (percent) => (percent === null ? '–' : `${figureText(percent, 2)}%`),
  write: csvNumber,
  align: 'end',
});

/** Expiry of a future; where it was looked for, it is marked and takes the focus. */
const Expiry = ({ text, isWanted }: { text: string; isWanted: boolean }) => {
  const styles = useStyles();
  const name = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (!isWanted) return;
    name.current?.scrollIntoView({ block: 'center' });
    name.current?.focus({ preventScroll: true });
  }, [isWanted]);
  return isWanted ? (
    <span ref={name} tabIndex={-1} aria-current className={styles.wanted}>
      {text}
    </span>
  ) : (
    text
  );
};

interface FuturesTableProps {
  readonly futures: readonly FutureQuote[];
  readonly chain: Chain;
  /** Symbol of the contract that was looked for. */
  readonly wanted: string;
}

/** Futures on the underlying of a chain: price, basis, open interest. */
export const FuturesTable = ({ futures, chain, wanted }: FuturesTableProps) => {
  const styles = useStyles();
  if (futures.length === 0) return null;
  const monthOf = (row: FutureQuote): string =>
    MONTHS[Math.min(futures.indexOf(row), 2) as keyof typeof MONTHS];
  const columns: readonly Column<FutureQuote>[] = [
    textColumn('month', t('Month'), monthOf, { kind: 'quiet' }),
    {
      ...textColumn('expiry', t('Expiry'), (row: FutureQuote) => writtenDay(row.expiry)),
      kind: 'name',
      render: (row) => (
        <span className={styles.expiry}>
          <Expiry text={writtenDay(row.expiry)} isWanted={row.symbol === wanted} />
          <SymbolMore symbol={row.symbol} source={chain.source} />
        </span>
      ),
    },
    countColumn('days', t('Days left'), (row) => row.daysToExpiry),
    priceColumn('ltp', t('LTP'), (row) => row.ltp),
    signedColumn('change', t('Change'), (row) => row.change),
    signedColumn('basis', t('Basis, ₹'), (row) => row.basis),
    yearlyColumn('basis-percent', t('Basis, % a year'), (row) => row.basisPercent),
    unitsColumn('oi', t('OI'), (row) => row.openInterest),
  ];
  const title = t('Futures on {{underlying}}', { underlying: chain.underlying });
  return (
    <section className={styles.stack} aria-label={title}>
      <div className={styles.head}>
        <h2 className={styles.title}>{title}</h2>
        <span className={styles.note}>
          {t('Prices: {{source}}', { source: SOURCE_LABELS[chain.source] })} ·{' '}
          {t('Basis: future less index, {{spot}}', { spot: formatPrice(chain.spot) })}
        </span>
      </div>
      <DataTable
        label={title}
        columns={columns}
        rows={futures}
        rowKey={(row) => row.symbol}
        selectedKey={wanted}
      />
    </section>
  );
};
