import { formatPrice } from '../../../shared/money.ts';
import { t } from '../../i18n/translate.ts';
import { writtenDay } from '../../i18n/dates.ts';
import { DetailsDrawer } from '../../ui/details-drawer.tsx';
import { FactRows } from '../../ui/fact-rows.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { figureText } from './option-chain-columns.tsx';
import type { ChainOption, ChainRow } from './option-chain.ts';

interface OptionDrawerProps {
  row: ChainRow;
  expiry: string;
  /** Units. */
  lotSize: number;
  onClose: () => void;
}

const rupees = (paise: number | null): string => figureText(paise === null ? null : paise / 100, 2);

const factsOf = ({ ltp, bid, ask, volatility, delta, gamma, theta, vega }: ChainOption, lotSize: number) => [
  { name: t('LTP'), value: formatPrice(ltp) },
  { name: t('Bid – ask'), value: `${formatPrice(bid)} – ${formatPrice(ask)}` },
  { name: t('Premium of a lot'), value: formatPrice(ltp * lotSize) },
  { name: t('IV %'), value: figureText(volatility, 2) },
  { name: t('Delta'), value: figureText(delta, 3) },
  // For a rupee of the underlying; prices are in paise.
  { name: t('Gamma'), value: figureText(gamma === null ? null : gamma * 100, 5) },
  { name: t('Theta a day, ₹'), value: rupees(theta) },
  { name: t('Vega a point, ₹'), value: rupees(vega) },
];

/** Particulars of both options of a strike. With the straddle that they make. */
export const OptionDrawer = ({ row, expiry, lotSize, onClose }: OptionDrawerProps) => {
  const { call, put, strike } = row;
  const straddle = call && put ? call.ltp + put.ltp : null;
  return (
    <DetailsDrawer
      title={t('Strike {{strike}}, {{day}}', { strike: formatPrice(strike), day: writtenDay(expiry) })}
      onClose={onClose}
    >
      {call && (
        <SectionCard title={t('Call')}>
          <FactRows facts={factsOf(call, lotSize)} />
        </SectionCard>
      )}
      {put && (
        <SectionCard title={t('Put')}>
          <FactRows facts={factsOf(put, lotSize)} />
        </SectionCard>
      )}
      {straddle !== null && (
        <SectionCard title={t('Straddle')}>
          <FactRows
            facts={[
              { name: t('Premium'), value: formatPrice(straddle) },
              { name: t('Premium of a lot'), value: formatPrice(straddle * lotSize) },
              {
                name: t('Break-even at expiry'),
                value: `${formatPrice(strike - straddle)} – ${formatPrice(strike + straddle)}`,
              },
            ]}
          />
        </SectionCard>
      )}
    </DetailsDrawer>
  );
};
