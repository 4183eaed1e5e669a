import { formatCount, formatRupees, formatRupeesChange } from '../../../shared/money.ts';
import { modeWord } from '../../../shared/mode-word.ts';
import { t } from '../../i18n/translate.ts';
import { TRADED_AT } from '../../i18n/strategy-labels.ts';
import type { PrintDocument } from '../../state/print.ts';
import { onPaper } from '../../ui/columns.tsx';
import { html, printPage, printTable } from '../../ui/print-html.ts';
import { bucketColumns, lossColumns } from './tax-tables.tsx';
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
    name: `tax-${modeWord(mode)}-${financialYear}`,
    html: printPage({
      title: t('Tax report {{year}}', { year: financialYear }),
      aside: mode === 'live' ? t('live') : t('paper'),
      holder,
      sandbox:
        mode === 'test' ? t('Paper trades: nothing of this was earned, and nothing is to be taxed.') : null,
      body: html`${printTable({
          columns: onPaper(bucketColumns(), { label: {}, lots: {}, gains: {}, losses: {}, net: {}, stt: {} }),
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
                columns: onPaper(lossColumns(), {
                  year: { title: t('Loss of') },
                  label: {},
                  used: { title: t('Used') },
                  left: {},
                  until: { title: t('Until') },
                }),
                rows: losses,
              })
        }
        ${notes.map((note) => html`<p>${note}</p>`)}`,
      foot: t('{{number}} lots, from trades {{where}}; each lot is in the CSV file. Not tax advice.', {
        number: formatCount(total),
        where: TRADED_AT[source],
      }),
    }),
  };
};
