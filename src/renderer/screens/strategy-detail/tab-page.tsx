import { useEffect, useEffectEvent, type ReactNode } from 'react';
import type { PagedList, PagedListState } from '../../state/paged-list.ts';
import { useUrlSearch } from '../../state/url-search.ts';
import { Content } from '../../ui/content.tsx';
import { Pager } from '../../ui/pager.tsx';
import { TableSkeleton } from '../../ui/skeletons.tsx';
import { detailSearch } from './details.ts';

interface TabPageProps<Row, Filter extends object, Answer> {
  list: PagedList<Row, Filter, Answer>;
  /** Which strategy's rows, and which of them. */
  filter: Filter;
  empty: { icon: ReactNode; sentence: string };
  children: (state: PagedListState<Row, Filter, Answer>) => ReactNode;
}

/** A list of the strategy, at the page of the address: asked for, in each of its states, with the pager below. */
export const TabPage = <Row, Filter extends object, Answer>({
  list,
  filter,
  empty,
  children,
}: TabPageProps<Row, Filter, Answer>) => {
  const [{ page }, setSearch] = useUrlSearch(detailSearch);
  const state = list.use();
  const load = () => void list.load({ filter, pageNumber: page });
  const loadAnew = useEffectEvent(load);
  const asked = JSON.stringify(filter);
  useEffect(() => loadAnew(), [asked, page]);
  return (
    <>
      <Content
        isLoading={state.isLoading}
        hasContent={state.answer !== null}
        isEmpty={state.total === 0}
        failure={state.failure}
        loadedAt={state.loadedAt}
        onRetry={load}
        skeleton={<TableSkeleton />}
        empty={empty}
      >
        {children(state)}
      </Content>
      <Pager
        pageNumber={state.pageNumber}
        pageSize={state.pageSize}
        total={state.total}
        onPage={(next) => setSearch({ page: next })}
      />
    </>
  );
};
