import type { InstrumentHolding } from '../../../shared/contract/baskets.ts';
import type { Mode } from '../../../shared/contract/fields.ts';
import { formatRupees, formatRupeesChange } from '../../../shared/money.ts';
import { dateTimeText } from '../../i18n/dates.ts';
import { SOURCE_LABELS } from '../../i18n/strategy-labels.ts';
import { t } from '../../i18n/translate.ts';
import type { PrintDocument } from '../../state/print.ts';
import { onPaper, textColumn } from '../../ui/columns.tsx';
import { html, type Markup, printPage, printTable } from '../../ui/print-html.ts';
import { holdingColumns } from './holdings-columns.tsx';

/** A table of holdings in one mode, at one market's prices. */
const tableOf = (held: readonly InstrumentHolding[], mode: Mode): readonly Markup[] => {
  const sum = (figure: 'value' | 'pnl' | 'chargesToCome'): number =>
    held.reduce((all, row) => all + row[figure], 0);
  return [
    html`<h2>${mode === 'live' ? t('With real money') : t('Paper money')}</h2>`,
    printTable({
      columns: onPaper(
        [
          ...holdingColumns(),
          textColumn<InstrumentHolding>('source', t('Prices of'), ({ source }) => SOURCE_LABELS[source]),
        ],
        {
          symbol: { total: t('All of them') },
          where: {},
          source: {},
          quantity: {},
          average: {},
          ltp: {},
          value: { total: formatRupees(sum('value')) },
          pnl: { total: formatRupeesChange(sum('pnl')) },
          'charges-to-come': { total: formatRupees(sum('chargesToCome')) },
        },
      ),
      rows: held,
    }),
  ];
};

/** A table for each market: figures of two modes or two markets are never added. */
const tablesOf = (rows: readonly InstrumentHolding[], mode: Mode): readonly Markup[] => {
  const held = rows.filter((row) => row.mode === mode);
  const markets = [...new Set(held.map(({ source }) => source))];
  return markets.flatMap((market) =>
    tableOf(
      held.filter(({ source }) => source === market),
      mode,
    ),
  );
};

/** Everything that is held on paper, real money before test; `asOf` in epoch ms. */
export const holdingsDocument = (
  rows: readonly InstrumentHolding[],
  asOf: number,
  holder: string,
): PrintDocument => ({
  name: 'holdings',
  html: printPage({
    title: t('Holdings'),
    aside: t('Updated {{time}}', { time: dateTimeText(asOf) }),
    holder,
    sandbox: rows.some(({ mode }) => mode === 'test')
      ? t('What is held on paper was bought with paper money.')
      : null,
    body: html`${tablesOf(rows, 'live')} ${tablesOf(rows, 'test')}`,
    foot: t(
      'Valued at the last prices that TrickDesk has. What your demat account holds is told by your depository.',
    ),
  }),
});
