import { formatPercent, formatPrice, formatRupees, formatRupeesChange } from '../../../shared/money.ts';
import { t } from '../../i18n/translate.ts';
import { writtenDay } from '../../i18n/dates.ts';
import { FigureList } from '../../ui/figure-list.tsx';
import { MoneyChange } from '../../ui/money.tsx';
import type { Payoff } from './payoff-type.ts';

/** Break-evens in words; where there are none, that too. */
export const breakEvenText = ({ breakEvens }: Pick<Payoff, 'breakEvens'>): string =>
  breakEvens.length === 0 ? t('None') : breakEvens.map(formatPrice).join(' – ');

/** Figures of a structure, each with how it is worked out. */
export const PayoffFigures = ({ payoff }: { payoff: Payoff }) => {
  const { mostProfit, mostLoss, premium, margin, probabilityOfProfit, tried, expiry } = payoff;
  return (
    <FigureList
      figures={[
        {
          name: t('Max profit'),
          value: mostProfit === null ? t('Unlimited') : formatRupees(mostProfit),
          explanation: t('The most that all legs together can gain at the first expiry, before charges.'),
        },
        {
          name: t('Max loss'),
          value: mostLoss === null ? t('Unlimited') : formatRupees(mostLoss),
          explanation: t('The most that all legs together can lose at the first expiry, before charges.'),
        },
        {
          name: t('Break-even'),
          value: breakEvenText(payoff),
          explanation: t('Prices of the index at the first expiry at which nothing is gained or lost.'),
        },
        {
          name: t('Probability of profit'),
          value: probabilityOfProfit === null ? '–' : formatPercent(probabilityOfProfit),
          explanation: t(
            'How probable a profit is at the first expiry, by the volatility at the money and a lognormal distribution around the forward price.',
          ),
        },
        {
          name: premium >= 0 ? t('Net premium received') : t('Net premium paid'),
          value: formatRupees(Math.abs(premium)),
          explanation: t('What is received for the sold legs less what is paid for the bought ones.'),
        },
        {
          name: t('Funds needed (estimate)'),
          value: formatRupees(margin.funds),
          explanation: t(
            'The margin, and the net premium that is paid. On paper so much of the capital is blocked.',
          ),
        },
        {
          name: t('Margin (estimate)'),
          value: formatRupees(margin.total),
          explanation: t(
            'An estimate by the published SPAN parameters: the largest loss of 16 scenarios, {{scan}}, less what the options are worth net, and exposure of what is sold, {{exposure}}. The legs together need {{benefit}} less than one by one. The broker’s own figure counts.',
            {
              scan: formatRupees(margin.scan),
              exposure: formatRupees(margin.exposure),
              benefit: formatRupees(margin.hedgeBenefit),
            },
          ),
        },
        {
          name: t('P&L at {{price}}', { price: formatPrice(tried.price) }),
          value: <MoneyChange paise={tried.beforeExpiry} />,
          explanation: t(
            'With the index, the volatility and the days that are tried out. When the first leg expires, on {{day}}, it is {{result}}.',
            { day: writtenDay(expiry), result: formatRupeesChange(tried.atExpiry) },
          ),
        },
      ]}
    />
  );
};
