import { Button, makeStyles, ToggleButton } from '@fluentui/react-components';
import type { StrategySummary } from '../../../shared/contract/strategy-card.ts';
import { formatCount, formatPercent } from '../../../shared/money.ts';
import { OnlineButton, OnlineToggleButton } from '../../features/stream/online-controls.tsx';
import { compactRupees } from '../../i18n/amounts.ts';
import { t } from '../../i18n/translate.ts';
import { RISK_LABELS, SEGMENT_LABELS, TIMEFRAME_LABELS } from '../../i18n/strategy-labels.ts';
import { useFollow } from '../../state/follow.ts';
import { routeHref } from '../../state/navigation.ts';
import { PercentChange } from '../../ui/money.tsx';
import { StrategyCard } from '../../features/strategies/strategy-card.tsx';
import { notify } from '../../ui/toasts.tsx';

const useStyles = makeStyles({ space: { flexGrow: 1 } });

interface MarketCardProps {
  strategy: StrategySummary;
  isCompared: boolean;
  onCompare: () => void;
  onClone: () => void;
  onAuthor: () => void;
  onChanged: () => void;
}

/** One strategy on offer. */
export const MarketCard = ({
  strategy,
  isCompared,
  onCompare,
  onClone,
  onAuthor,
  onChanged,
}: MarketCardProps) => {
  const styles = useStyles();
  const follow = useFollow();
  const { strategyId, name, isFollowed } = strategy;
  const onFollow = async () => {
    const result = await follow.run({ strategyId, isFollowed });
    if (!result.ok) return;
    notify({
      tone: 'success',
      message: isFollowed
        ? t('You no longer follow {{name}}.', { name })
        : t('You follow {{name}}: its signals become alerts.', { name }),
    });
    onChanged();
  };
  return (
    <StrategyCard
      name={name}
      href={routeHref(`/strategies/${strategyId}`)}
      chip={
        <Button
          size="small"
          appearance="transparent"
          title={t('All by {{name}}', { name: strategy.strategyAuthor.name })}
          onClick={onAuthor}
        >
          {strategy.strategyAuthor.name}
        </Button>
      }
      subtitle={[
        SEGMENT_LABELS[strategy.segment],
        TIMEFRAME_LABELS[strategy.timeframe],
        RISK_LABELS[strategy.risk],
        t('from {{amount}}', { amount: compactRupees(strategy.minimumCapital) }),
      ].join(' · ')}
      summary={strategy.summary}
      equity={strategy.equity}
      equityLabel={t('Result of {{name}} over 30 days', { name })}
      figures={[
        {
          name: t('Paper return'),
          value: <PercentChange percent={strategy.statistics.returnPercent} hasMark />,
        },
        { name: t('Max drawdown'), value: formatPercent(strategy.statistics.maxDrawdownPercent) },
        { name: t('Trades'), value: formatCount(strategy.statistics.trades) },
        { name: t('Followers'), value: formatCount(strategy.followers) },
      ]}
      actions={
        <>
          <OnlineButton size="small" aria-label={t('Clone {{name}}', { name })} onClick={onClone}>
            {t('Clone')}
          </OnlineButton>
          <OnlineToggleButton
            size="small"
            checked={isFollowed}
            aria-label={isFollowed ? t('Following {{name}}', { name }) : t('Follow {{name}}', { name })}
            disabledFocusable={follow.isRunning}
            onClick={() => void onFollow()}
          >
            {isFollowed ? t('Following') : t('Follow')}
          </OnlineToggleButton>
          <span className={styles.space} />
          <ToggleButton
            size="small"
            appearance="subtle"
            checked={isCompared}
            aria-label={t('Compare {{name}}', { name })}
            onClick={onCompare}
          >
            {t('Compare')}
          </ToggleButton>
        </>
      }
    />
  );
};
