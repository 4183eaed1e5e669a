import type { Ref } from 'react';
import { csvNumber, csvRupees } from '../../i18n/csv-cells.ts';
import { compactCount } from '../../i18n/amounts.ts';
import { t } from '../../i18n/translate.ts';
import { formatPrice, priceOrDash } from '../../../shared/money.ts';
import { columnOf, priceColumn } from '../../ui/columns.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { SignedAmount } from '../../ui/money.tsx';
import type { ChainOption, ChainRow } from './option-chain.ts';
import { PickCell, type Picking } from './pick-cell.tsx';

/** A figure with so many decimals; a dash where a price gives none. */
export const figureText = (value: number | null, decimals: number): string =>
  value === null ? '–' : value.toFixed(decimals).replace('-', '−');

/** A count of units, in lakh and crore where it is large. */
const countText = (count: number | null): string =>
  count === null ? '–' : count < 0 ? `−${compactCount(-count)}` : compactCount(count);

const csvCount = (count: number | null): string => (count === null ? '' : String(count));

/** A count of units, short. */
export const unitsColumn = columnOf<number | null>({ text: countText, write: csvCount, align: 'end' });
const percentColumn = columnOf<number | null>({
  text: (value) => figureText(value, 1),
  write: csvNumber,
  align: 'end',
});
const deltaColumn = columnOf<number | null>({
  text: (value) => figureText(value, 2),
  write: (value) => value?.toFixed(4) ?? '',
  align: 'end',
});
/** A change of a price, as prices are written: with its sign, and no currency. */
export const changeText = (paise: number): string => `${paise > 0 ? '+' : ''}${formatPrice(paise)}`;
const movedColumn = columnOf<number | null>({
  text: priceOrDash,
  show: (paise) => (paise === null ? '–' : <SignedAmount text={changeText(paise)} />),
  write: csvRupees,
  align: 'end',
});

/** Columns of one side, from the outer edge to the strike. */
const sideColumns = (side: 'call' | 'put', picking: Picking): readonly Column<ChainRow>[] => {
  const nameOf = (what: string): { fullTitle: string } => ({
    fullTitle: side === 'call' ? t('Call: {{what}}', { what }) : t('Put: {{what}}', { what }),
  });
  const of =
    <Value extends number | null>(figure: (option: ChainOption) => Value) =>
    (row: ChainRow): Value | null => {
      const option = row[side];
      return option === null ? null : figure(option);
    };
  return [
    unitsColumn(
      `${side}-volume`,
      t('Volume'),
      of((one) => one.volume),
      nameOf(t('Volume')),
    ),
    unitsColumn(
      `${side}-oi-change`,
      t('OI change'),
      of((one) => one.openInterestChange),
      nameOf(t('OI change')),
    ),
    unitsColumn(
      `${side}-oi`,
      t('OI'),
      of((one) => one.openInterest),
      nameOf(t('OI')),
    ),
    deltaColumn(
      `${side}-delta`,
      t('Delta'),
      of((one) => one.delta),
      nameOf(t('Delta')),
    ),
    percentColumn(
      `${side}-iv`,
      t('IV %'),
      of((one) => one.volatility),
      nameOf(t('IV %')),
    ),
    movedColumn(
      `${side}-change`,
      t('Change'),
      of((one) => one.change),
      nameOf(t('Change')),
    ),
    {
      ...priceColumn(
        `${side}-ltp`,
        t('LTP'),
        of((one) => one.ltp),
        nameOf(t('LTP')),
      ),
      render: (row: ChainRow) => {
        const option = row[side];
        return option === null ? (
          '–'
        ) : (
          <PickCell option={option} leg={{ strike: row.strike, right: side }} picking={picking} />
        );
      },
    },
  ];
};

/** Calls at the left, puts at the right, the strike between them; `markOf` is the ref of what shows a strike, paise. */
export const chainColumns = (
  picking: Picking,
  markOf: (strike: number) => Ref<HTMLSpanElement> | undefined,
): readonly Column<ChainRow>[] => [
  ...sideColumns('call', picking),
  {
    ...priceColumn<ChainRow>('strike', t('Strike'), (row) => row.strike),
    kind: 'name',
    render: ({ strike }) => <span ref={markOf(strike)}>{formatPrice(strike)}</span>,
  },
  ...sideColumns('put', picking).toReversed(),
];

/** The same without those that there is no room for: the volume, and in a narrow window the change of OI. */
export const narrowColumns = (
  columns: readonly Column<ChainRow>[],
  isUsual: boolean,
): readonly Column<ChainRow>[] =>
  columns.filter(({ key }) => !key.endsWith('-volume') && (isUsual || !key.endsWith('-oi-change')));
