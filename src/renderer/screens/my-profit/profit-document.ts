import type { Mode } from '../../../shared/contract/fields.ts';
import { formatCount, formatRupees, formatRupeesChange } from '../../../shared/money.ts';
import { modeWord } from '../../../shared/mode-word.ts';
import { writtenDay, periodText } from '../../i18n/dates.ts';
import { t } from '../../i18n/translate.ts';
import { TRADED_AT } from '../../i18n/strategy-labels.ts';
import type { PrintDocument } from '../../state/print.ts';
import { html, printPage, printTable, type Markup } from '../../ui/print-html.ts';
import type { Days } from './period.ts';
import type { ProfitSide } from './profit.ts';

const amountRow = (name: string, amount: string, isTotal = false): Markup =>
  html`<tr class="${isTotal ? 'total' : ''}">
    <td>${name}</td>
    <td class="amount">${amount}</td>
  </tr>`;

/** The profit of some days on paper. */
export const profitDocument = (side: ProfitSide, mode: Mode, days: Days, holder: string): PrintDocument => ({
  name: `profit-${modeWord(mode)}-${days.from || 'all'}-${days.to || 'days'}`,
  html: printPage({
    title: mode === 'live' ? t('Profit, live') : t('Profit, paper'),
    aside: periodText(days),
    holder,
    sandbox: mode === 'test' ? t('Paper: no real money was made or lost.') : null,
    body: html`<table>
        ${amountRow(t('Gross'), formatRupeesChange(side.gross))}
        ${side.chargeItems
          .filter(({ amount }) => amount !== 0)
          .map(({ item, amount }) => amountRow(item, formatRupees(-amount)))}
        ${amountRow(t('Net'), formatRupeesChange(side.net), true)}
      </table>
      ${printTable({
        columns: [
          { title: t('Strategy'), text: ({ name }) => name, total: t('All of them') },
          {
            title: t('Trades'),
            isAmount: true,
            text: ({ trades }) => formatCount(trades),
            total: formatCount(side.byStrategy.reduce((sum, { trades }) => sum + trades, 0)),
          },
          {
            title: t('Gross'),
            isAmount: true,
            text: ({ gross }) => formatRupeesChange(gross),
            total: formatRupeesChange(side.gross),
          },
          {
            title: t('Charges'),
            isAmount: true,
            text: ({ charges }) => formatRupees(charges),
            total: formatRupees(side.charges),
          },
          {
            title: t('Net'),
            isAmount: true,
            text: ({ net }) => formatRupeesChange(net),
            total: formatRupeesChange(side.net),
          },
        ],
        rows: side.byStrategy,
      })}
      ${printTable({
        columns: [
          { title: t('Day'), text: ({ day }) => writtenDay(day) },
          { title: t('Trades'), isAmount: true, text: ({ trades }) => formatCount(trades) },
          { title: t('Net'), isAmount: true, text: ({ net }) => formatRupeesChange(net) },
        ],
        rows: side.byDay,
      })}`,
    foot: t(
      'Closed trades only, placed {{where}}. Charges are rounded item by item, so their lines may differ from their sum by a few paise.',
      { where: TRADED_AT[side.source] },
    ),
  }),
});
