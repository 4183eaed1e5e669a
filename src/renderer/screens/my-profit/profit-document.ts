import { dayWords } from '../../i18n/dates.ts';
import type { Mode } from '../../../shared/contract/fields.ts';
import { formatCount, formatRupees, formatRupeesChange } from '../../../shared/money.ts';
import { SOURCE_WORDS } from '../../i18n/trick-words.ts';
import type { PrintDocument } from '../../state/print.ts';
import { html, printPage, type Markup } from '../../ui/print-html.ts';
import type { Days } from './period.ts';
import type { ProfitSide } from './profit.ts';

const daysText = ({ from, to }: Days): string =>
  from === '' && to === ''
    ? 'all days'
    : `${from ? dayWords(from) : 'the beginning'} to ${to ? dayWords(to) : 'today'}`;

const amountRow = (name: string, amount: string, isTotal = false): Markup =>
  html`<tr class="${isTotal ? 'total' : ''}">
    <td>${name}</td>
    <td class="amount">${amount}</td>
  </tr>`;

/** The profit of some days on paper. */
export const profitDocument = (side: ProfitSide, mode: Mode, days: Days): PrintDocument => ({
  name: `profit-${mode}-${days.from || 'all'}-${days.to || 'days'}`,
  html: printPage({
    title: mode === 'live' ? 'Profit, live' : 'Profit, test',
    aside: daysText(days),
    sandbox: mode === 'test' ? 'Test: no real money was made or lost.' : null,
    body: html`<table>
        ${amountRow('Gross', formatRupeesChange(side.gross))}
        ${side.chargeItems
          .filter(({ amount }) => amount !== 0)
          .map(({ item, amount }) => amountRow(item, formatRupees(-amount)))}
        ${amountRow('Net', formatRupeesChange(side.net), true)}
      </table>
      <table>
        <tr>
          <th>Strategy</th>
          <th class="amount">Trades</th>
          <th class="amount">Gross</th>
          <th class="amount">Charges</th>
          <th class="amount">Net</th>
        </tr>
        ${side.byTrick.map(
          ({ name, trades, gross, charges, net }) =>
            html`<tr>
              <td>${name}</td>
              <td class="amount">${formatCount(trades)}</td>
              <td class="amount">${formatRupeesChange(gross)}</td>
              <td class="amount">${formatRupees(charges)}</td>
              <td class="amount">${formatRupeesChange(net)}</td>
            </tr>`,
        )}
      </table>
      <table>
        <tr>
          <th>Day</th>
          <th class="amount">Trades</th>
          <th class="amount">Net</th>
        </tr>
        ${side.byDay.map(
          ({ day, trades, net }) =>
            html`<tr>
              <td>${dayWords(day)}</td>
              <td class="amount">${formatCount(trades)}</td>
              <td class="amount">${formatRupeesChange(net)}</td>
            </tr>`,
        )}
      </table>`,
    foot: `Closed trades only, made on the ${SOURCE_WORDS[side.source]}. Charges are rounded item by item, so their lines may differ from their sum by a few paise.`,
  }),
});
