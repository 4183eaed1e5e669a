import type { Mode, Source } from '../../../shared/contract/fields.ts';
import type { Trade } from '../../../shared/contract/positions.ts';
import { formatCount, formatRupees, formatRupeesChange } from '../../../shared/money.ts';
import { modeWord } from '../../../shared/mode-word.ts';
import { tradeFileColumns } from '../../features/trades/trade-columns.ts';
import { periodText } from '../../i18n/dates.ts';
import { TRADED_AT } from '../../i18n/strategy-labels.ts';
import { t } from '../../i18n/translate.ts';
import type { PrintDocument } from '../../state/print.ts';
import { onPaper } from '../../ui/columns.tsx';
import { printPage, printTable } from '../../ui/print-html.ts';

interface TradesOf {
  mode: Mode;
  source: Source;
  holder: string;
  from: string;
  to: string;
  /** Search of the list; empty without. */
  search: string;
}

const sum = (trades: readonly Trade[], figure: 'gross' | 'charges' | 'net'): number =>
  trades.reduce((all, trade) => all + trade[figure], 0);

/** A printable document of closed trades, each with its charges. It gives what they come to. */
export const tradesDocument = (
  trades: readonly Trade[],
  { mode, source, holder, from, to, search }: TradesOf,
): PrintDocument => ({
  name: `trades-${modeWord(mode)}-${from || 'all'}-${to || 'days'}`,
  html: printPage({
    title: mode === 'live' ? t('Live trades') : t('Paper trades'),
    aside: [periodText({ from, to }), search && `“${search}”`].filter(Boolean).join(' · '),
    holder,
    sandbox: mode === 'test' ? t('Paper: no real money was made or lost.') : null,
    body: printTable({
      columns: onPaper(tradeFileColumns(), {
        entryAt: { total: t('All of them') },
        exitAt: {},
        strategy: {},
        symbol: {},
        side: {},
        quantity: { title: t('Qty'), total: formatCount(trades.length) },
        entry: {},
        exit: {},
        gross: { total: formatRupeesChange(sum(trades, 'gross')) },
        charges: { total: formatRupees(sum(trades, 'charges')) },
        net: { total: formatRupeesChange(sum(trades, 'net')) },
      }),
      rows: trades,
    }),
    foot: t(
      'Closed trades only, placed {{where}}; the last row counts them and adds them up. It is no contract note: the one of your broker is what counts.',
      { where: TRADED_AT[source] },
    ),
  }),
});
