import { makeStyles, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import type { Statistics } from '../../../shared/contract/strategy-card.ts';
import { formatCount, formatPercent, formatRupees } from '../../../shared/money.ts';
import { dayText } from '../../i18n/dates.ts';
import { t } from '../../i18n/translate.ts';
import { FigureList } from '../../ui/figure-list.tsx';
import { MoneyChange, PercentChange } from '../../ui/money.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import type { StrategyDetails } from './details.ts';

const useStyles = makeStyles({
  note: { fontSize: tokens.fontSizeBase200, color: tokens.colorNeutralForeground3 },
});

const orDash = <Value,>(value: Value | null, render: (value: Value) => ReactNode): ReactNode =>
  value === null ? '–' : render(value);

interface Figure {
  metric: keyof Statistics;
  label: string;
  render: (statistics: Statistics) => ReactNode;
  /** Whether it says something that no other figure does; it does by default. */
  isShown?: (statistics: Statistics) => boolean;
}

const figures = (): readonly Figure[] => [
  {
    metric: 'returnPercent',
    label: t('Return'),
    render: (s) => <PercentChange percent={s.returnPercent} hasMark />,
  },
  { metric: 'net', label: t('Net P&L'), render: (s) => <MoneyChange paise={s.net} /> },
  { metric: 'gross', label: t('Gross P&L'), render: (s) => <MoneyChange paise={s.gross} /> },
  { metric: 'charges', label: t('Charges'), render: (s) => formatRupees(s.charges) },
  {
    metric: 'chargesPercentOfGross',
    label: t('Charges % of gross'),
    render: (s) => orDash(s.chargesPercentOfGross, formatPercent),
  },
  {
    metric: 'maxDrawdownPercent',
    label: t('Max drawdown'),
    render: (s) => formatPercent(s.maxDrawdownPercent),
  },
  { metric: 'maxDrawdown', label: t('Max drawdown (₹)'), render: (s) => formatRupees(s.maxDrawdown) },
  {
    metric: 'worstDay',
    label: t('Worst day'),
    render: (s) => orDash(s.worstDay, (paise) => <MoneyChange paise={paise} />),
  },
  { metric: 'trades', label: t('Trades'), render: (s) => formatCount(s.trades) },
  {
    metric: 'results',
    label: t('Structures closed'),
    render: (s) => formatCount(s.results),
    isShown: (s) => s.results !== s.trades,
  },
  { metric: 'winPercent', label: t('Win rate'), render: (s) => orDash(s.winPercent, formatPercent) },
  {
    metric: 'profitFactor',
    label: t('Profit factor'),
    render: (s) => orDash(s.profitFactor, (factor) => factor.toFixed(2)),
  },
  {
    metric: 'expectancy',
    label: t('Expectancy'),
    render: (s) => orDash(s.expectancy, (paise) => <MoneyChange paise={paise} />),
  },
  {
    metric: 'averageWin',
    label: t('Average win'),
    render: (s) => orDash(s.averageWin, (paise) => <MoneyChange paise={paise} />),
  },
  {
    metric: 'averageLoss',
    label: t('Average loss'),
    render: (s) => orDash(s.averageLoss, (paise) => <MoneyChange paise={paise} />),
  },
  {
    metric: 'longestLosingStreak',
    label: t('Longest losing streak'),
    render: (s) => t('{{number}} in a row', { number: formatCount(s.longestLosingStreak) }),
  },
  {
    metric: 'tradesPerMonth',
    label: t('Trades/month'),
    render: (s) => orDash(s.tradesPerMonth, (count) => count.toFixed(1)),
  },
];

const spanOf = ({ from, to, capital }: Statistics): string =>
  from && to
    ? t('{{from}} to {{to}} on {{amount}}', {
        from: dayText(Date.parse(from)),
        to: dayText(Date.parse(to)),
        amount: formatRupees(capital),
      })
    : t('on {{amount}}', { amount: formatRupees(capital) });

interface StatisticsPanelProps {
  statistics: Statistics;
  definitions: StrategyDetails['definitions'];
}

/** Every figure with how it is worked out. */
export const StatisticsPanel = ({ statistics, definitions }: StatisticsPanelProps) => {
  const styles = useStyles();
  const explanations = new Map(definitions.map(({ metric, explanation }) => [metric, explanation]));
  return (
    <SectionCard title={t('Statistics')} aside={<span className={styles.note}>{spanOf(statistics)}</span>}>
      <FigureList
        figures={figures()
          .filter(({ isShown = () => true }) => isShown(statistics))
          .map(({ metric, label, render }) => ({
            name: label,
            explanation: explanations.get(metric),
            value: render(statistics),
          }))}
      />
    </SectionCard>
  );
};
