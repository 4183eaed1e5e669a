import { Button, makeStyles, SpinButton, tokens } from '@fluentui/react-components';
import { Delete16Regular } from '@fluentui/react-icons';
import { useRef, type ReactNode } from 'react';
import { csvRupees } from '../../i18n/csv-cells.ts';
import { MOST_LOTS } from '../../../shared/option-structures.ts';
import { writtenDay } from '../../i18n/dates.ts';
import { t } from '../../i18n/translate.ts';
import { useAreKeysArmed } from '../../state/armed-keys.ts';
import { priceColumn, textColumn } from '../../ui/columns.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { MoneyChange } from '../../ui/money.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { contractText, optionText, SIDE_LABELS } from './leg-text.ts';
import type { Side } from '../../features/options/picked-legs.ts';
import type { Leg } from './legs.ts';
import { figuresOfLeg, type LegFigures } from './payoff.ts';
import type { Payoff } from '../../features/options/payoff-type.ts';
import type { Legs } from './use-legs.ts';

const useStyles = makeStyles({
  lots: { width: '84px' },
  side: { minWidth: '72px' },
  hint: { margin: 0, color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  body: { outlineStyle: 'none' },
});

interface Row {
  readonly leg: Leg;
  readonly index: number;
  readonly figures: LegFigures | null;
}

interface LegsCardProps {
  legs: Legs;
  /** Null while its figures have not come. */
  payoff: Payoff | null;
  /** Stands at the right of the title. */
  aside?: ReactNode;
}

const within = (lots: number): number => Math.min(MOST_LOTS, Math.max(1, Math.round(lots)));
const other = (side: Side): Side => (side === 'buy' ? 'sell' : 'buy');

/** Legs that were picked, each with its side and lots to change. */
export const LegsCard = ({ legs: { legs, change, remove, clear }, payoff, aside }: LegsCardProps) => {
  const styles = useStyles();
  const areArmed = useAreKeysArmed();
  const body = useRef<HTMLDivElement>(null);
  const turn = ({ leg, index, figures }: Row) => {
    const side = other(leg.side);
    // At the price of now, where that is known: a leg is bought at the ask and sold at the bid.
    const price = figures ? (side === 'buy' ? figures.ask : figures.bid) : leg.price;
    change(index, { side, price });
  };
  const drop = (index: number) => {
    remove(index);
    // The button that had the focus has gone with its leg.
    body.current?.focus();
  };
  const columns: readonly Column<Row>[] = [
    {
      key: 'side',
      title: t('Side'),
      render: (row) => (
        <Button
          size="small"
          className={styles.side}
          aria-label={t('{{side}}, {{option}}: turn into {{other}}', {
            side: SIDE_LABELS[row.leg.side],
            option: contractText(row.leg),
            other: SIDE_LABELS[other(row.leg.side)],
          })}
          onClick={() => turn(row)}
        >
          {SIDE_LABELS[row.leg.side]}
        </Button>
      ),
      csv: ({ leg }) => leg.side,
    },
    {
      key: 'lots',
      title: t('Lots'),
      render: ({ leg, index }) => (
        <SpinButton
          className={styles.lots}
          size="small"
          aria-label={t('Lots of {{option}}', { option: contractText(leg) })}
          incrementButton={{ 'aria-label': t('Increment value') }}
          decrementButton={{ 'aria-label': t('Decrement value') }}
          min={1}
          max={MOST_LOTS}
          value={leg.lots}
          onChange={(_, { value, displayValue }) => {
            const lots = value ?? Number(displayValue);
            if (Number.isFinite(lots)) change(index, { lots: within(lots) });
          }}
        />
      ),
      csv: ({ leg }) => String(leg.lots),
    },
    textColumn('expiry', t('Expiry'), ({ leg }) => writtenDay(leg.expiry)),
    textColumn('contract', t('Strike'), ({ leg }) => optionText(leg), { kind: 'name' }),
    priceColumn('price', t('Entry price'), ({ leg }) => leg.price),
    priceColumn('ltp', t('LTP'), ({ figures }) => figures?.ltp ?? null),
    {
      key: 'profit',
      title: t('Gross P&L'),
      align: 'end',
      render: ({ figures }) => (figures ? <MoneyChange paise={figures.profit} /> : '–'),
      csv: ({ figures }) => csvRupees(figures?.profit ?? null),
    },
    {
      key: 'remove',
      title: t('Remove'),
      isTitleHidden: true,
      render: ({ leg, index }) => (
        <Button
          size="small"
          appearance="subtle"
          icon={<Delete16Regular />}
          aria-label={t('Remove {{option}}', { option: contractText(leg) })}
          onClick={() => drop(index)}
        />
      ),
    },
  ];
  return (
    <SectionCard
      title={t('Legs')}
      aside={
        <>
          {aside}
          {legs.length > 0 && (
            <Button size="small" appearance="subtle" onClick={clear}>
              {t('Remove all')}
            </Button>
          )}
        </>
      }
    >
      <div ref={body} tabIndex={-1} className={styles.body}>
        {legs.length === 0 ? (
          <p className={styles.hint}>
            {areArmed
              ? t(
                  'The buttons of a price in the chain buy or sell one lot as a leg. B and S order while keys are armed.',
                )
              : t('Press B or S on a price of the chain, or its buttons, to buy or sell one lot as a leg.')}
          </p>
        ) : (
          <DataTable
            label={t('Legs')}
            columns={columns}
            rows={legs.map((leg, index) => ({ leg, index, figures: figuresOfLeg(payoff, leg, index) }))}
            rowKey={({ index }) => index}
          />
        )}
      </div>
    </SectionCard>
  );
};
