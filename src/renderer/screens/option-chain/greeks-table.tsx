import { formatCount, plainRupees, priceOrDash } from '../../../shared/money.ts';
import { t } from '../../i18n/translate.ts';
import { columnOf } from '../../ui/columns.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { contractText, SIDE_LABELS } from './leg-text.ts';
import { figureText } from './option-chain-columns.tsx';
import type { Leg } from './legs.ts';
import { figuresOfLeg, type LegFigures } from './payoff.ts';
import type { Payoff } from '../../features/options/payoff-type.ts';

type Greeks = NonNullable<LegFigures['greeks']>;

interface Row {
  readonly key: string;
  readonly name: string;
  readonly units: number | null;
  readonly volatility: number | null;
  readonly greeks: Greeks | null;
}

const SUM = 'sum';

/** A figure with so many decimals; a dash where there is none. */
const decimalColumn = (decimals: number) =>
  columnOf<number | null>({
    text: (value) => figureText(value, decimals),
    write: (value) => value?.toFixed(decimals) ?? '',
    align: 'end',
  });
const unitsColumn = columnOf<number | null>({
  text: (units) => (units === null ? '' : formatCount(units)),
  write: (units) => (units === null ? '' : String(units)),
  align: 'end',
});
/** Paise that are shown in rupees. */
const rupeesColumn = columnOf<number | null>({
  text: priceOrDash,
  write: (paise) => (paise === null ? '' : plainRupees(paise)),
  align: 'end',
});

const columnsOf = (): readonly Column<Row>[] => [
  { key: 'name', title: t('Leg'), render: ({ name }) => name, csv: ({ name }) => name, kind: 'name' },
  unitsColumn('units', t('Units'), ({ units }) => units),
  {
    ...decimalColumn(2)('iv', t('IV %'), ({ volatility }: Row) => volatility),
    render: ({ key, volatility }) => (key === SUM ? '' : figureText(volatility, 2)),
  },
  decimalColumn(1)('delta', t('Delta'), ({ greeks }) => greeks?.delta ?? null),
  // For a rupee of the underlying; prices are in paise.
  decimalColumn(3)('gamma', t('Gamma'), ({ greeks }) => (greeks ? greeks.gamma * 100 : null)),
  rupeesColumn('theta', t('Theta a day, ₹'), ({ greeks }) => greeks?.theta ?? null),
  rupeesColumn('vega', t('Vega a point, ₹'), ({ greeks }) => greeks?.vega ?? null),
];

/** Greeks of all units of each leg, and their sum. */
export const GreeksTable = ({ legs, payoff }: { legs: readonly Leg[]; payoff: Payoff }) => {
  const rows = legs.map((leg, index): Row => {
    const figures = figuresOfLeg(payoff, leg, index);
    return {
      key: String(index),
      name: `${SIDE_LABELS[leg.side]} ${contractText(leg)}`,
      units: figures?.units ?? null,
      volatility: figures?.volatility ?? null,
      greeks: figures?.greeks ?? null,
    };
  });
  const sum: Row = { key: SUM, name: t('Sum'), units: null, volatility: null, greeks: payoff.greeks };
  return (
    <DataTable
      label={t('Greeks of the legs')}
      columns={columnsOf()}
      rows={[...rows, sum]}
      rowKey={({ key }) => key}
      selectedKey={SUM}
      csv={{ name: 'greeks' }}
    />
  );
};
