import { formatCount, formatRupees, formatRupeesChange } from '../../../shared/money.ts';
import { t } from '../../i18n/translate.ts';
import { SOURCE_LABELS } from '../../i18n/strategy-labels.ts';
import type { PrintDocument } from '../../state/print.ts';
import { html, printPage, printTable } from '../../ui/print-html.ts';
import type { TaxReport } from './tax.ts';

/** A tax report on paper: classes, capital gains and carried losses; the lots are in the CSV file. */
export const taxDocument = (report: TaxReport, mode: 'live' | 'test', holder: string): PrintDocument => {
  const { financialYear, buckets, capitalGains, losses, notes, source, total } = report;
  const gains = [
    [t('Short-term gain after losses'), formatRupeesChange(capitalGains.shortTerm)],
    [t('Long-term gain after losses'), formatRupeesChange(capitalGains.longTerm)],
    [t('Exempt LTCG'), formatRupees(capitalGains.exemption)],
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
      holder,
      sandbox:
        mode === 'test' ? t('Test trades: nothing of this was earned, and nothing is to be taxed.') : null,
      body: html`${printTable({
          columns: [
            { title: t('Class'), text: ({ label }) => label },
            { title: t('Lots'), isAmount: true, text: ({ disposals }) => formatCount(disposals) },
            { title: t('Gains'), isAmount: true, text: (row) => formatRupees(row.gains) },
            { title: t('Losses'), isAmount: true, text: (row) => formatRupees(row.losses) },
            { title: t('Net'), isAmount: true, text: ({ net }) => formatRupeesChange(net) },
            { title: 'STT', isAmount: true, text: ({ stt }) => formatRupees(stt) },
          ],
          rows: buckets,
        })}
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
            : printTable({
                columns: [
                  { title: t('Loss of'), text: ({ financialYear: year }) => year },
                  { title: t('Class'), text: ({ label }) => label },
                  { title: t('Used'), isAmount: true, text: ({ used }) => formatRupees(used) },
                  { title: t('Left'), isAmount: true, text: ({ left }) => formatRupees(left) },
                  { title: t('Until'), text: ({ lastYear }) => lastYear },
                ],
                rows: losses,
              })
        }
        ${notes.map((note) => html`<p>${note}</p>`)}`,
      foot: t(
        '{{number}} lots, from trades on the {{source}}; each lot is in the CSV file. Not tax advice.',
        { number: formatCount(total), source: SOURCE_LABELS[source] },
      ),
    }),
  };
};
