import type { Mode, Source } from '../../../shared/contract/fields.ts';
import type { Trade } from '../../../shared/contract/positions.ts';
import { formatCount, formatPrice, formatRupees, formatRupeesChange } from '../../../shared/money.ts';
import { dateTimeText, periodText } from '../../i18n/dates.ts';
import { SOURCE_LABELS } from '../../i18n/strategy-labels.ts';
import { t } from '../../i18n/translate.ts';
import type { PrintDocument } from '../../state/print.ts';
import { printPage, printTable } from '../../ui/print-html.ts';

interface TradesOf {
  mode: Mode;
  source: Source;
  holder: string;
  from: string;
  to: string;
  /** What the list was searched for; empty without. */
  search: string;
}

const sum = (trades: readonly Trade[], figure: 'gross' | 'charges' | 'net'): number =>
  trades.reduce((all, trade) => all + trade[figure], 0);

/** Closed trades on paper, each with its charges, and what they come to. */
export const tradesDocument = (
  trades: readonly Trade[],
  { mode, source, holder, from, to, search }: TradesOf,
): PrintDocument => ({
  name: `trades-${mode}-${from || 'all'}-${to || 'days'}`,
  html: printPage({
    title: mode === 'live' ? t('Live trades') : t('Test trades'),
    aside: [periodText({ from, to }), search && `“${search}”`].filter(Boolean).join(' · '),
    holder,
    sandbox: mode === 'test' ? t('Test: no real money was made or lost.') : null,
    body: printTable({
      columns: [
        {
          title: t('Entry time (IST)'),
          text: (trade) => dateTimeText(Date.parse(trade.entryAt)),
          total: t('All of them'),
        },
        { title: t('Exit time (IST)'), text: (trade) => dateTimeText(Date.parse(trade.exitAt)) },
        { title: t('Strategy'), text: (trade) => trade.strategyName },
        { title: t('Symbol'), text: (trade) => trade.symbol },
        { title: t('Side'), text: (trade) => (trade.side === 'long' ? t('Long') : t('Short')) },
        {
          title: t('Qty'),
          isAmount: true,
          text: (trade) => formatCount(trade.quantity),
          total: formatCount(trades.length),
        },
        { title: t('Entry price'), isAmount: true, text: (trade) => formatPrice(trade.entryPrice) },
        { title: t('Exit price'), isAmount: true, text: (trade) => formatPrice(trade.exitPrice) },
        {
          title: t('Gross'),
          isAmount: true,
          text: (trade) => formatRupeesChange(trade.gross),
          total: formatRupeesChange(sum(trades, 'gross')),
        },
        {
          title: t('Charges'),
          isAmount: true,
          text: (trade) => formatRupees(trade.charges),
          total: formatRupees(sum(trades, 'charges')),
        },
        {
          title: t('Net'),
          isAmount: true,
          text: (trade) => formatRupeesChange(trade.net),
          total: formatRupeesChange(sum(trades, 'net')),
        },
      ],
      rows: trades,
    }),
    foot: t(
      'Closed trades only, made on the {{source}}; the last row counts them and adds them up. It is no contract note: the one of your broker is what counts.',
      { source: SOURCE_LABELS[source] },
    ),
  }),
});
