import { formatCount, formatRupees, formatRupeesChange } from '../../../shared/money.ts';
import { t } from '../../i18n/translate.ts';
import { SOURCE_WORDS } from '../../i18n/trick-words.ts';
import type { PrintDocument } from '../../state/print.ts';
import { html, printPage } from '../../ui/print-html.ts';
import type { TaxReport } from './tax.ts';

/** A tax report on paper: classes, capital gains and carried losses; the lots are in the CSV file. */
export const taxDocument = (report: TaxReport, mode: 'live' | 'test'): PrintDocument => {
  const { financialYear, buckets, capitalGains, losses, notes, source, total } = report;
  const gains = [
    [t('Short-term gain after losses'), formatRupeesChange(capitalGains.shortTerm)],
    [t('Long-term gain after losses'), formatRupeesChange(capitalGains.longTerm)],
    [t('Of it free of tax'), formatRupees(capitalGains.exemption)],
    [
      t('Tax on capital gains'),
      capitalGains.tax === null ? t('not worked out') : formatRupees(capitalGains.tax),
    ],
  ] as const;
  return {
    name: `tax-${mode}-${financialYear}`,
    html: printPage({
      title: t('Tax report {{year}}', { year: financialYear }),
      aside: mode === 'live' ? t('live') : t('test'),
      sandbox:
        mode === 'test' ? t('Test trades: nothing of this was earned, and nothing is to be taxed.') : null,
      body: html`<table>
          <tr>
            <th>${t('Class')}</th>
            <th class="amount">${t('Lots')}</th>
            <th class="amount">${t('Gains')}</th>
            <th class="amount">${t('Losses')}</th>
            <th class="amount">${t('Net')}</th>
            <th class="amount">STT</th>
          </tr>
          ${buckets.map(
            (row) =>
              html`<tr>
                <td>${row.label}</td>
                <td class="amount">${formatCount(row.disposals)}</td>
                <td class="amount">${formatRupees(row.gains)}</td>
                <td class="amount">${formatRupees(row.losses)}</td>
                <td class="amount">${formatRupeesChange(row.net)}</td>
                <td class="amount">${formatRupees(row.stt)}</td>
              </tr>`,
          )}
        </table>
        <table>
          ${gains.map(
            ([name, amount]) =>
              html`<tr>
                <td>${name}</td>
                <td class="amount">${amount}</td>
              </tr>`,
          )}
        </table>
        ${
          losses.length === 0
            ? []
            : html`<table>
                <tr>
                  <th>${t('Loss of')}</th>
                  <th>${t('Class')}</th>
                  <th class="amount">${t('Used')}</th>
                  <th class="amount">${t('Left')}</th>
                  <th>${t('Until')}</th>
                </tr>
                ${losses.map(
                  (loss) =>
                    html`<tr>
                      <td>${loss.financialYear}</td>
                      <td>${loss.label}</td>
                      <td class="amount">${formatRupees(loss.used)}</td>
                      <td class="amount">${formatRupees(loss.left)}</td>
                      <td>${loss.lastYear}</td>
                    </tr>`,
                )}
              </table>`
        }
        ${notes.map((note) => html`<p>${note}</p>`)}`,
      foot: t(
        '{{number}} lots, from trades on the {{source}}; each lot is in the CSV file. Not tax advice.',
        { number: formatCount(total), source: SOURCE_WORDS[source] },
      ),
    }),
  };
};
