import { Link, makeStyles, ToggleButton } from '@fluentui/react-components';
import type { StrategySummary } from '../../../shared/contract/strategy-card.ts';
import { formatCount, formatPercent } from '../../../shared/money.ts';
import { levelOf } from '../../../shared/result-level.ts';
import { LevelChip } from '../publications/level-chip.tsx';
import { OnlineButton } from '../stream/online-controls.tsx';
import { compactRupees } from '../../i18n/amounts.ts';
import { t } from '../../i18n/translate.ts';
import { feeText, RISK_LABELS, SEGMENT_LABELS, TIMEFRAME_LABELS } from '../../i18n/strategy-labels.ts';
import { routeHref } from '../../state/navigation.ts';
import { PercentChange } from '../../ui/money.tsx';
import { Sparkline } from '../../ui/sparkline.tsx';
import { FollowButton } from './follow-button.tsx';
import { StrategyCard } from './strategy-card.tsx';

const useStyles = makeStyles({ space: { flexGrow: 1 } });

interface OfferCardProps {
  strategy: StrategySummary;
  /** Where several are compared: whether this one is, and what changes it. */
  compare?: { readonly isCompared: boolean; readonly onCompare: () => void };
  /** 2 on a page of cards, 3 inside a titled part. */
  level?: 2 | 3;
  onClone: () => void;
  onChanged: () => void;
}

/** The author's name as a link, above what the strategy trades. The link leads to the author's page. */
const OfferSubtitle = ({ strategy }: { strategy: StrategySummary }) => {
  const { strategyAuthor, segment, timeframe, risk, minimumCapital } = strategy;
  const fee = feeText(strategy);
  const facts = [
    SEGMENT_LABELS[segment],
    TIMEFRAME_LABELS[timeframe],
    RISK_LABELS[risk],
    t('from {{amount}}', { amount: compactRupees(minimumCapital) }),
  ];
  return (
    <>
      <Link
        href={routeHref(`/authors/${strategyAuthor.authorId}`)}
        title={t('All by {{name}}', { name: strategyAuthor.name })}
      >
        {strategyAuthor.name}
      </Link>
      <br />
      {facts.join(' · ')}
      {/* On a line of its own: at the end of the other one it would be cut off first. */}
      {fee !== null && (
        <>
          <br />
          <span>{fee}</span>
        </>
      )}
    </>
  );
};

const OfferActions = ({ strategy, compare, onClone, onChanged }: OfferCardProps) => {
  const styles = useStyles();
  const { name } = strategy;
  return (
    <>
      <OnlineButton size="small" aria-label={t('Clone {{name}}', { name })} onClick={onClone}>
        {t('Clone')}
      </OnlineButton>
      {!strategy.isMine && <FollowButton size="small" strategy={strategy} onChanged={onChanged} />}
      {compare && (
        <>
          <span className={styles.space} />
          <ToggleButton
            size="small"
            appearance="subtle"
            checked={compare.isCompared}
            aria-label={t('Compare {{name}}', { name })}
            onClick={compare.onCompare}
          >
            {t('Compare')}
          </ToggleButton>
        </>
      )}
    </>
  );
};

/** One strategy on offer, its figures with their level. */
export const OfferCard = (props: OfferCardProps) => {
  const { strategy, level } = props;
  const { strategyId, name, mode, statistics } = strategy;
  return (
    <StrategyCard
      level={level}
      name={name}
      href={routeHref(`/strategies/${strategyId}`)}
      chip={<LevelChip level={levelOf(mode, statistics.source)} />}
      subtitle={<OfferSubtitle strategy={strategy} />}
      summary={strategy.summary}
      line={<Sparkline values={strategy.equity} label={t('Result of {{name}} over 30 days', { name })} />}
      figures={[
        { name: t('Return'), value: <PercentChange percent={statistics.returnPercent} hasMark /> },
        { name: t('Max drawdown'), value: formatPercent(statistics.maxDrawdownPercent) },
        { name: t('Trades'), value: formatCount(statistics.trades) },
        { name: t('Followers'), value: formatCount(strategy.followers) },
      ]}
      actions={<OfferActions {...props} />}
    />
  );
};
