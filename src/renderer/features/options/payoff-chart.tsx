import { formatPrice, formatRupees, formatRupeesChange } from '../../../shared/money.ts';
import { axisRupees } from '../../i18n/amounts.ts';
import { writtenDay } from '../../i18n/dates.ts';
import { t } from '../../i18n/translate.ts';
import { CurveChart } from '../charts/curve-chart.tsx';
import { changeColumn, priceColumn } from '../../ui/columns.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { breakEvenText } from './payoff-figures.tsx';
import type { Payoff } from './payoff-type.ts';

interface Row {
  readonly price: number;
  readonly atExpiry: number;
  readonly beforeExpiry: number;
}

/** Rows of the table behind the picture: about so many, beside the bends. */
const ROWS = 40;

/** One line for each price of the picture. */
export const payoffRows = ({ price, atExpiry, beforeExpiry }: Payoff): Row[] =>
  price.map((at, index) => ({
    price: at,
    atExpiry: atExpiry[index] ?? 0,
    beforeExpiry: beforeExpiry[index] ?? 0,
  }));

/** The line of before the first expiry. */
const beforeLabel = (days: number): string =>
  days === 0 ? t('P&L today') : t('P&L, days forward: {{days}}', { days });

/** Columns of the table behind the picture. */
export const payoffColumns = (days: number): readonly Column<Row>[] => [
  priceColumn('price', t('Price of the index'), (row) => row.price),
  changeColumn('at-expiry', t('P&L at expiry'), (row) => row.atExpiry),
  changeColumn('before-expiry', beforeLabel(days), (row) => row.beforeExpiry),
];

const summaryOf = (payoff: Payoff): string => {
  const { mostProfit, mostLoss, expiry, hasLaterLegs } = payoff;
  const figures = {
    day: writtenDay(expiry),
    breakEven: breakEvenText(payoff),
    profit: mostProfit === null ? t('Unlimited') : formatRupees(mostProfit),
    loss: mostLoss === null ? t('Unlimited') : formatRupees(mostLoss),
  };
  return hasLaterLegs
    ? t(
        'At the first expiry, {{day}}, with later legs valued: break-even {{breakEven}}, max profit {{profit}}, max loss {{loss}}.',
        figures,
      )
    : t('At expiry, {{day}}: break-even {{breakEven}}, max profit {{profit}}, max loss {{loss}}.', figures);
};

/** Profit and loss over the prices of the index: at the first expiry, and before it. */
export const PayoffChart = ({ payoff, days }: { payoff: Payoff; days: number }) => {
  const { price, atExpiry, beforeExpiry, breakEvens, spot, tried, underlying } = payoff;
  const rows = payoffRows(payoff);
  const step = Math.ceil(rows.length / ROWS);
  const kept = new Set([...breakEvens, spot, tried.price]);
  return (
    <CurveChart
      summary={summaryOf(payoff)}
      x={price}
      curves={[
        { label: t('P&L at expiry'), values: atExpiry },
        { label: beforeLabel(days), values: beforeExpiry },
      ]}
      places={[
        { at: spot, label: `${underlying} ${formatPrice(spot)}`, isMain: true },
        ...breakEvens.map((at) => ({ at, label: formatPrice(at) })),
        ...(tried.price === spot
          ? []
          : [{ at: tried.price, label: t('tried: {{price}}', { price: formatPrice(tried.price) }) }]),
      ]}
      isResult
      xText={(at) => formatPrice(at).replace(/\.00$/, '')}
      yText={axisRupees}
      pointedText={(index) =>
        t('At {{price}}: {{atExpiry}} at expiry, {{before}} before', {
          price: formatPrice(price[index] ?? 0),
          atExpiry: formatRupeesChange(atExpiry[index] ?? 0),
          before: formatRupeesChange(beforeExpiry[index] ?? 0),
        })
      }
      table={
        <DataTable
          label={t('Payoff by price')}
          columns={payoffColumns(days)}
          rows={rows.filter((row, index) => index % step === 0 || kept.has(row.price))}
          rowKey={(row) => row.price}
          csv={{ name: 'payoff', rows: () => rows }}
        />
      }
    />
  );
};
