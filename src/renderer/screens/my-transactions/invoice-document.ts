import type { Invoice } from '../../../shared/contract/subscription.ts';
import { formatPercent, formatRupees } from '../../../shared/money.ts';
import { dayText } from '../../i18n/dates.ts';
import { t, serverText } from '../../i18n/translate.ts';
import type { PrintDocument } from '../../state/print.ts';
import { html, printPage, type Markup } from '../../ui/print-html.ts';

/** The parts of the GST that were charged, by name: two halves within a state, the whole across states. */
export const gstParts = (invoice: Invoice): readonly (readonly [name: string, paise: number])[] => {
  const { gstPercent, cgst, sgst, igst } = invoice;
  const half = formatPercent(gstPercent / 2);
  const parts = [
    [`CGST ${half}`, cgst],
    [`SGST ${half}`, sgst],
    [`IGST ${formatPercent(gstPercent)}`, igst],
  ] as const;
  return parts.filter(([, paise]) => paise !== 0);
};

const side = (title: string, lines: readonly string[]): Markup =>
  html`<section>
    <h2>${title}</h2>
    ${lines.filter((line) => line !== '').map((line) => html`<p>${line}</p>`)}
  </section>`;

const amountRow = (name: string, paise: number): Markup =>
  html`<tr>
    <td colspan="2">${name}</td>
    <td class="amount">${formatRupees(paise)}</td>
  </tr>`;

/** A tax invoice on paper. */
export const invoiceDocument = (invoice: Invoice): PrintDocument => {
  const { number, at, seller, buyer, lines, taxable, total, isSandbox } = invoice;
  return {
    name: `invoice-${number}`,
    html: printPage({
      title: t('Tax invoice'),
      aside: `${number} · ${dayText(Date.parse(at))}`,
      sandbox: isSandbox ? t('Sandbox: the seller is made up and no real money was paid.') : null,
      body: html`<div class="sides">
          ${side(t('Sold by'), [seller.name, seller.address, seller.state, `GSTIN ${seller.gstin}`])}
          ${side(t('Sold to'), [buyer.name, buyer.address, buyer.state, buyer.email])}
        </div>
        <table>
          <tr>
            <th>${t('What')}</th>
            <th>SAC</th>
            <th class="amount">${t('Amount')}</th>
          </tr>
          ${lines.map(
            (line) =>
              html`<tr>
                <td>${serverText(line.text)}</td>
                <td>${line.sac}</td>
                <td class="amount">${formatRupees(line.taxable)}</td>
              </tr>`,
          )}
          ${amountRow(t('Taxable value'), taxable)}
          ${gstParts(invoice).map(([name, paise]) => amountRow(name, paise))}
          <tr class="total">
            <td colspan="2">${t('Total')}</td>
            <td class="amount">${formatRupees(total)}</td>
          </tr>
        </table>`,
      foot: t('Paid from the TrickDesk wallet. Written by a computer; valid without a signature.'),
    }),
  };
};
