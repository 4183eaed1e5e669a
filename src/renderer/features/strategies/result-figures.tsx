import type { z } from 'zod';
import type { Mode } from '../../../shared/contract/fields.ts';
import type { MyHomeSchema } from '../../../shared/contract/home.ts';
import type { StrategySummary } from '../../../shared/contract/strategy-card.ts';
import { t } from '../../i18n/translate.ts';
import { useMovedSince } from '../../state/open-result.ts';
import { MoneyChange } from '../../ui/money.tsx';
import { Sparkline } from '../../ui/sparkline.tsx';

const ofStrategy = ({ strategyId, mode, statistics }: StrategySummary) => ({
  strategyId,
  mode,
  source: statistics.source,
});

/** P&L of a strategy today: what was closed and what is open, moving with the market. */
export const StrategyToday = ({ strategy }: { strategy: StrategySummary }) => (
  <MoneyChange paise={strategy.today + useMovedSince(strategy, ofStrategy(strategy))} />
);

const useTotal = (strategy: StrategySummary): number =>
  strategy.statistics.net + strategy.open.unrealised + useMovedSince(strategy, ofStrategy(strategy));

/** P&L of a strategy since its start: what was closed and what is open, moving with the market. */
export const StrategyTotal = ({ strategy }: { strategy: StrategySummary }) => (
  <MoneyChange paise={useTotal(strategy)} />
);

/** The same over thirty days as a line: what was closed on each, and at its end what is open as well. */
export const StrategyLine = ({ strategy }: { strategy: StrategySummary }) => {
  const total = useTotal(strategy);
  return (
    <Sparkline
      values={[...strategy.equity.slice(0, -1), total]}
      label={t('Result of {{name}} over 30 days', { name: strategy.name })}
    />
  );
};

/** Streaming P&L today of all the user's strategies in one mode. */
export const ModeToday = ({ home, mode }: { home: z.output<typeof MyHomeSchema>; mode: Mode }) => {
  const figures = home[mode];
  return <MoneyChange paise={figures.today + useMovedSince(figures, { mode, source: home.source })} />;
};
