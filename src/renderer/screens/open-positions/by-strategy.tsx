import { DataUsageRegular } from '@fluentui/react-icons';
import { useEffect } from 'react';
import type { Position } from '../../../shared/contract/positions.ts';
import { api } from '../../api/api.ts';
import { LinkButton } from '../../features/navigation/link-button.tsx';
import { t } from '../../i18n/translate.ts';
import { csvOfRows, useCsvExport } from '../../state/csv-export.ts';
import { useReloadOnFacts } from '../../state/reload-on-facts.ts';
import { onStreamEvent } from '../../state/stream.ts';
import { createResource } from '../../state/resource.ts';
import { useUrlSort } from '../../state/url-sort.ts';
import { Content } from '../../ui/content.tsx';
import { sortedRows } from '../../ui/sorting.ts';
import { TableSkeleton } from '../../ui/skeletons.tsx';
import { GroupedPositions } from './grouped-positions.tsx';
import { fileColumnsFor, type PositionRowActions } from './position-columns.tsx';

const portfolio = createResource(() => api.positions.portfolio());

/** Apply a fact about a position. It came or went: which group it is of, and whether any is left, the backend says. */
const acceptInGroups = (position: Position): void => {
  const groups = portfolio.get().value?.portfolio ?? [];
  const isKnown = groups.some(({ positions }) =>
    positions.some(({ positionId }) => positionId === position.positionId),
  );
  if (!isKnown || position.status !== 'open') {
    void portfolio.reload();
    return;
  }
  portfolio.patch((before) => ({
    portfolio: before.portfolio.map((group) => ({
      ...group,
      positions: group.positions.map((row) => (row.positionId === position.positionId ? position : row)),
    })),
  }));
};

interface ByStrategyProps extends PositionRowActions {
  selectedId: number | null;
}

/** Positions of each strategy, and their result. */
export const PositionsByStrategy = ({ selectedId, ...actions }: ByStrategyProps) => {
  const { value, isLoading, failure, loadedAt } = portfolio.use();
  const groups = value?.portfolio ?? [];
  useEffect(() => {
    void portfolio.load(undefined);
  }, []);
  useEffect(() => onStreamEvent(['position'], ({ position }) => acceptInGroups(position)), []);
  useReloadOnFacts(['trade'], portfolio);
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
      <GroupedPositions groups={groups} selectedId={selectedId} {...actions} />
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
