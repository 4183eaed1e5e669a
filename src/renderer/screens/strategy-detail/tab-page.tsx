import type { ReactNode } from 'react';
import type { PagedListState } from '../../state/paged-list.ts';
import { useUrlSearch } from '../../state/url-search.ts';
import { Content } from '../../ui/content.tsx';
import { Pager } from '../../ui/pager.tsx';
import { TableSkeleton } from '../../ui/skeletons.tsx';
import { detailSearch } from './details.ts';

interface TabPageProps {
  state: PagedListState<unknown, unknown, unknown>;
  onRetry: () => void;
  empty: { icon: ReactNode; sentence: string };
  children: ReactNode;
}

/** One page of a list of the strategy in each of its states, with the pager below. */
export const TabPage = ({ state, onRetry, empty, children }: TabPageProps) => {
  const [, setSearch] = useUrlSearch(detailSearch);
  return (
    <>
      <Content
        isLoading={state.isLoading}
        hasContent={state.answer !== null}
        isEmpty={state.total === 0}
        failure={state.failure}
        loadedAt={state.loadedAt}
        onRetry={onRetry}
        skeleton={<TableSkeleton />}
        empty={empty}
      >
        {children}
      </Content>
      <Pager
        pageNumber={state.pageNumber}
        pageSize={state.pageSize}
        total={state.total}
        onPage={(page) => setSearch({ page })}
      />
    </>
  );
};
