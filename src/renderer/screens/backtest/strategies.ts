import type { StrategySummary } from '../../../shared/contract/strategy-card.ts';
import { succeed, type Result } from '../../../shared/failure.ts';
import { MAX_PAGE_SIZE } from '../../../shared/page-size.ts';
import type { RuleDocument } from '../../../shared/rule-document.ts';
import { api } from '../../api/api.ts';
import { createPaneResource, createResource } from '../../state/resource.ts';

export interface Strategies {
  readonly mine: readonly StrategySummary[];
  readonly offered: readonly StrategySummary[];
}

/** Legs are tested in their builder. */
const hasRules = ({ segment }: StrategySummary): boolean => segment === 'equity' || segment === 'index';

/** Strategies that can be run: the person's own and those of the marketplace. */
export const strategies = createResource(async (): Promise<Result<Strategies>> => {
  const mine = await api.strategies.mine({ strategyStatus: 0, pageType: 'All', pageSize: MAX_PAGE_SIZE });
  if (!mine.ok) return mine;
  const offered = await api.home.marketplace({ pageSize: MAX_PAGE_SIZE });
  if (!offered.ok) return offered;
  return succeed({
    mine: mine.value.rows.filter(hasRules),
    offered: offered.value.rows.filter((strategy) => !strategy.isMine && hasRules(strategy)),
  });
});

export interface Days {
  readonly from: string;
  readonly to: string;
}

/** Facts about the chosen strategy. */
export interface ChosenStrategy {
  readonly strategy: StrategySummary;
  /** Null until the fee that its author asks for is paid. */
  readonly document: RuleDocument | null;
  readonly maxLossPerDay: number | null;
  readonly slippage: number;
  /** Days with candles of its first instrument, by their source. */
  readonly days: Readonly<Partial<Record<'simulated' | 'replay', Days>>>;
}

/** Candles of a timeframe are built from minutes, but for daily ones. */
const storedTimeframes = (timeframe: string): readonly string[] =>
  timeframe === '1d' ? ['1d', '1m'] : ['1m'];

/** Looks a strategy and its candles up. */
export const chosenStrategy = createPaneResource(
  async ({ strategyId }: { strategyId: number }): Promise<Result<ChosenStrategy>> => {
    const details = await api.strategies.details({ strategyId });
    if (!details.ok) return details;
    const { strategy, rules, settings } = details.value;
    const [symbol = ''] = strategy.instruments;
    const found = await api.market.instruments({ search: symbol, pageSize: MAX_PAGE_SIZE });
    if (!found.ok) return found;
    const history = found.value.instruments.find((one) => one.symbol === symbol)?.history ?? [];
    const wanted = storedTimeframes(strategy.timeframe);
    const daysOf = (source: 'simulated' | 'replay'): Days | undefined =>
      wanted
        .flatMap((timeframe) => history.filter((h) => h.source === source && h.timeframe === timeframe))
        .map(({ from, to }) => ({ from, to }))[0];
    return succeed({
      strategy,
      document: rules.document,
      maxLossPerDay: settings.maxLossPerDay,
      slippage: settings.slippage,
      days: { simulated: daysOf('simulated'), replay: daysOf('replay') },
    });
  },
);
