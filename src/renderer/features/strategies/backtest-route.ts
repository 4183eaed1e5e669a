import type { StrategySummary } from '../../../shared/contract/strategy-card.ts';

/** Route that tests a strategy on the past. Legs are tested where they are built: a copy of somebody else's. */
export const backtestRoute = ({
  strategyId,
  segment,
  isMine,
}: Pick<StrategySummary, 'strategyId' | 'segment' | 'isMine'>): string => {
  const hasLegs = segment === 'options' || segment === 'futures';
  if (!hasLegs) return `/backtest?strategy=${strategyId}`;
  return isMine ? `/builder?strategy=${strategyId}` : `/builder?copy=${strategyId}`;
};
