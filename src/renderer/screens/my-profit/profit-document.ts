import { dayWords } from '../../i18n/dates.ts';
import type { Mode } from '../../../shared/contract/fields.ts';
import { formatCount, formatRupees, formatRupeesChange } from '../../../shared/money.ts';
import { t } from '../../i18n/translate.ts';
import { SOURCE_WORDS } from '../../i18n/trick-words.ts';
import type { PrintDocument } from '../../state/print.ts';
import { html, printPage, type Markup } from '../../ui/print-html.ts';
import type { Days } from './period.ts';
import type { ProfitSide } from './profit.ts';

const daysText = ({ from, to }: Days): string =>
  from === '' && to === ''
    ? t('all days')
    : t('{{from}} to {{to}}', {
        from: from ? dayWords(from) : t('the beginning'),
        to: to ? dayWords(to) : t('today'),
      });

const amountRow = (name: string, amount: string, isTotal = false): Markup =>
  html`<tr class="${isTotal ? 'total' : ''}">
    <td>${name}</td>
    <td class="amount">${amount}</td>
  </tr>`;

/** The profit of some days on paper. */
export const profitDocument = (side: ProfitSide, mode: Mode, days: Days): PrintDocument => ({
  name: `profit-${mode}-${days.from || 'all'}-${days.to || 'days'}`,
  html: printPage({
    title: mode === 'live' ? t('Profit, live') : t('Profit, test'),
    aside: daysText(days),
    sandbox: mode === 'test' ? t('Test: no real money was made or lost.') : null,
    body: html`<table>
        ${amountRow(t('Gross'), formatRupeesChange(side.gross))}
        ${side.chargeItems
          .filter(({ amount }) => amount !== 0)
          .map(({ item, amount }) => amountRow(item, formatRupees(-amount)))}
        ${amountRow(t('Net'), formatRupeesChange(side.net), true)}
      </table>
      <table>
        <tr>
          <th>${t('Strategy')}</th>
          <th class="amount">${t('Trades')}</th>
          <th class="amount">${t('Gross')}</th>
          <th class="amount">${t('Charges')}</th>
          <th class="amount">${t('Net')}</th>
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
          <th>${t('Day')}</th>
          <th class="amount">${t('Trades')}</th>
          <th class="amount">${t('Net')}</th>
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
    foot: t(
      'Closed trades only, made on the {{source}}. Charges are rounded item by item, so their lines may differ from their sum by a few paise.',
      { source: SOURCE_WORDS[side.source] },
    ),
  }),
});
