import { DataUsageRegular } from '@fluentui/react-icons';
import { Link, makeStyles, tokens } from '@fluentui/react-components';
import { useEffect } from 'react';
import type { Position } from '../../../shared/contract/positions.ts';
import { api } from '../../api/api.ts';
import { LinkButton } from '../../features/navigation/link-button.tsx';
import { SOURCE_LABELS } from '../../i18n/strategy-labels.ts';
import { t } from '../../i18n/translate.ts';
import { csvOfRows, useCsvExport } from '../../state/csv-export.ts';
import { onStreamEvent, useStreamReload } from '../../state/stream.ts';
import { routeHref } from '../../state/navigation.ts';
import { createResource } from '../../state/resource.ts';
import { useUrlSort } from '../../state/url-sort.ts';
import { Content } from '../../ui/content.tsx';
import { ModeChip } from '../../ui/mode-chip.tsx';
import { MoneyChange } from '../../ui/money.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { sortedRows } from '../../ui/sorting.ts';
import { TableSkeleton } from '../../ui/skeletons.tsx';
import { useQuotes } from '../../state/quotes.ts';
import { sumMarkedToMarket } from '../../state/mark-to-market.ts';
import { fileColumnsFor, type PositionRowActions } from './position-columns.tsx';
import { PositionsTable } from './positions-table.tsx';

const useStyles = makeStyles({
  stack: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalL },
  /** Strategies that are scrolled out of view are not laid out again with every price. */
  group: { contentVisibility: 'auto', containIntrinsicSize: 'auto 240px' },
  aside: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalM },
  quiet: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
});

/** What a strategy's open positions come to at the latest prices. */
const GroupResult = ({ positions }: { positions: readonly Position[] }) => (
  <MoneyChange paise={useQuotes((quotes) => sumMarkedToMarket(positions, quotes))} />
);

const portfolio = createResource(() => api.positions.portfolio());

interface ByStrategyProps extends PositionRowActions {
  selectedId: number | null;
}

/** What each strategy holds, and what that comes to. */
export const PositionsByStrategy = ({ selectedId, ...actions }: ByStrategyProps) => {
  const styles = useStyles();
  const { value, isLoading, failure, loadedAt } = portfolio.use();
  const groups = value?.portfolio ?? [];
  useEffect(() => {
    void portfolio.load(undefined);
  }, []);
  useEffect(
    () =>
      onStreamEvent(['position'], ({ position }) =>
        portfolio.patch((before) => ({
          portfolio: before.portfolio.map((group) => ({
            ...group,
            positions: group.positions.map((row) =>
              row.positionId === position.positionId ? position : row,
            ),
          })),
        })),
      ),
    [],
  );
  useStreamReload(['trade'], () => void portfolio.reload());
  const { sorting } = useUrlSort();
  const columns = fileColumnsFor(actions);
  const rows = groups.flatMap(({ positions }) => sortedRows(positions, columns, sorting));
  useCsvExport(value && csvOfRows('positions-by-strategy', columns, rows));
  return (
    <Content
      isLoading={isLoading}
      hasContent={value !== null}
      isEmpty={groups.length === 0}
      failure={failure}
      loadedAt={loadedAt}
      onRetry={() => void portfolio.load(undefined)}
      skeleton={<TableSkeleton />}
      empty={{
        icon: <DataUsageRegular fontSize={32} />,
        sentence: t('No strategy holds anything now.'),
        action: <LinkButton to="/my-strategies?tab=Test">{t('Go to my strategies')}</LinkButton>,
      }}
    >
      <div className={styles.stack}>
        {groups.map((group) => (
          <div key={`${group.strategyId} ${group.mode} ${group.source}`} className={styles.group}>
            <SectionCard
              title={group.name}
              aside={
                <span className={styles.aside}>
                  <ModeChip mode={group.mode} />
                  {group.mode === 'test' && (
                    <span className={styles.quiet}>{SOURCE_LABELS[group.source]}</span>
                  )}
                  <span>
                    <span className={styles.quiet}>{t('Net')}</span>{' '}
                    <GroupResult positions={group.positions} />
                  </span>
                  <Link href={routeHref(`/strategies/${group.strategyId}`)}>{t('Details')}</Link>
                </span>
              }
            >
              <PositionsTable
                label={t('Positions of {{name}}', { name: group.name })}
                rows={group.positions}
                selectedId={selectedId}
                {...actions}
              />
            </SectionCard>
          </div>
        ))}
      </div>
    </Content>
  );
};

/** A position of any group, by id. */
export const usePortfolioPosition = (positionId: number | null): Position | null =>
  portfolio.use(
    ({ value }) =>
      value?.portfolio
        .flatMap(({ positions }) => positions)
        .find((position) => position.positionId === positionId) ?? null,
  );

/** Asks for the groups anew, such as after an exit. */
export const reloadPortfolio = (): void => void portfolio.reload();
