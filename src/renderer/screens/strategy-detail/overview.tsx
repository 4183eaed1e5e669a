import { makeStyles, Tab, TabList, tokens } from '@fluentui/react-components';
import { lazy, Suspense, useState } from 'react';
import type { Mode } from '../../../shared/contract/fields.ts';
import { levelOf } from '../../../shared/result-level.ts';
import { t } from '../../i18n/translate.ts';
import { TRADED_AT } from '../../i18n/strategy-labels.ts';
import { csvOfRows, useCsvExport } from '../../state/csv-export.ts';
import { monthlyResults } from '../../features/charts/monthly-results.ts';
import { MonthlyReturns } from '../../features/charts/monthly-returns.tsx';
import { LevelChip } from '../../features/publications/level-chip.tsx';
import { tradeFileColumns } from '../../features/trades/trade-columns.ts';
import { ModeChip } from '../../ui/mode-chip.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { BlockSkeleton } from '../../ui/skeletons.tsx';
import { TradeDrawer } from '../../features/trades/trade-drawer.tsx';
import { TradesTable } from '../../features/trades/trades-table.tsx';
import type { StrategyDetails } from './details.ts';
import { PricePanel } from './price-panel.tsx';
import { RulesPanel } from './rules-panel.tsx';
import { StatisticsPanel } from './statistics-panel.tsx';
import { WaitingPanel } from './waiting-panel.tsx';

const EquityChart = lazy(() =>
  import('../../features/charts/equity-chart.tsx').then((part) => ({ default: part.EquityChart })),
);

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalL },
  note: { margin: 0, fontSize: tokens.fontSizeBase200, color: tokens.colorNeutralForeground3 },
  source: { display: 'inline-flex', alignItems: 'center', gap: tokens.spacingHorizontalS },
});

/** Results of one mode; those of the other are never among them. */
interface ModeResults {
  mode: Mode;
  results: StrategyDetails['test'];
}

/** Results to show: of a live strategy first live, then what it did on paper. */
const resultsOf = ({ strategy, test, live }: StrategyDetails): [ModeResults, ...ModeResults[]] => {
  const onPaper: ModeResults = { mode: 'test', results: test };
  if (strategy.mode !== 'live' || !live) return [onPaper];
  return test.statistics.trades > 0
    ? [{ mode: 'live', results: live }, onPaper]
    : [{ mode: 'live', results: live }];
};

/** Price with trades, equity with drawdown, explained figures, rules in words. */
export const Overview = ({ details }: { details: StrategyDetails }) => {
  const styles = useStyles();
  const all = resultsOf(details);
  const [asked, setAsked] = useState<Mode | null>(null);
  const { mode, results } = all.find((shown) => shown.mode === asked) ?? all[0];
  const [openedId, setOpenedId] = useState<number | null>(null);
  const opened = details.lastTrades.find((trade) => trade.tradeId === openedId);
  useCsvExport(
    details.lastTrades.length > 0
      ? csvOfRows(
          `strategy-${details.strategy.strategyId}-last-trades`,
          tradeFileColumns(),
          details.lastTrades,
        )
      : null,
  );
  return (
    <div className={styles.root}>
      <PricePanel strategy={details.strategy} rules={details.rules.document} trades={details.lastTrades} />
      {details.strategy.isMine && details.rules.legs === null && <WaitingPanel strategy={details.strategy} />}
      {all.length > 1 && (
        <TabList
          aria-label={t('Live or paper results')}
          selectedValue={mode}
          onTabSelect={(_, data) => setAsked(data.value as Mode)}
        >
          <Tab value="live">{t('Live results')}</Tab>
          <Tab value="test">{t('Results on paper')}</Tab>
        </TabList>
      )}
      <SectionCard
        title={t('Equity and drawdown')}
        aside={
          <span className={styles.source}>
            {details.strategy.isMine ? (
              <ModeChip mode={mode} />
            ) : (
              <LevelChip level={levelOf(mode, results.statistics.source)} />
            )}
            <span className={styles.note}>
              {t('placed {{where}}', { where: TRADED_AT[results.statistics.source] })}
            </span>
          </span>
        }
      >
        {results.equity.length > 1 ? (
          <Suspense fallback={<BlockSkeleton height={280} />}>
            <EquityChart equity={results.equity} drawdown={results.drawdown} />
          </Suspense>
        ) : (
          <p className={styles.note}>
            {results.equity.length === 0
              ? t('No trade has closed yet. The line starts with the first one.')
              : t('Every trade so far closed on one day. The line starts with the second.')}
          </p>
        )}
      </SectionCard>
      {results.months.length > 0 && (
        <MonthlyReturns {...monthlyResults(results.months, results.statistics.capital)} />
      )}
      <StatisticsPanel statistics={results.statistics} definitions={details.definitions} />
      <RulesPanel rules={details.rules} />
      {mode === all[0].mode && details.lastTrades.length > 0 && (
        <SectionCard title={t('Last trades')}>
          <TradesTable
            label={t('Last trades')}
            rows={details.lastTrades}
            selectedId={openedId}
            onOpen={(trade) => setOpenedId(trade.tradeId)}
            hasStrategy={false}
          />
        </SectionCard>
      )}
      {opened && <TradeDrawer trade={opened} onClose={() => setOpenedId(null)} />}
    </div>
  );
};
