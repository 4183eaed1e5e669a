import type { ReactNode } from 'react';
import { AllRowsShown, isWholeList } from './all-rows-shown.ts';
import { Content, type Empty } from './content.tsx';
import { Pager } from './pager.tsx';
import type { Problem } from './panels.tsx';
import { TableSkeleton } from './skeletons.tsx';

/** A list as it stands, of which one page is in view. */
interface ShownList {
  isLoading: boolean;
  /** Null before the first one. */
  answer: unknown;
  total: number;
  pageNumber: number;
  pageSize: number;
  failure: Problem | null;
  loadedAt: number | null;
  /** Asks for the page again. */
  retry: () => void;
}

interface PagedListViewProps {
  list: ShownList;
  isEmpty?: boolean;
  onPage: (pageNumber: number) => void;
  skeleton?: ReactNode;
  empty: Empty;
  /** Set while a filter is on: an empty answer then offers to clear it. */
  onClearFilters?: (() => void) | null;
  children: ReactNode;
}

/** A page of a list in each of its states. The pager stands below. */
export const PagedListView = ({
  list,
  isEmpty = list.total === 0,
  onPage,
  skeleton = <TableSkeleton rows={10} />,
  empty,
  onClearFilters,
  children,
}: PagedListViewProps) => (
  <>
    <Content
      isLoading={list.isLoading}
      hasContent={list.answer !== null}
      isEmpty={isEmpty}
      failure={list.failure}
      loadedAt={list.loadedAt}
      onRetry={list.retry}
      skeleton={skeleton}
      empty={empty}
      onClearFilters={onClearFilters}
    >
      <AllRowsShown value={isWholeList(list)}>{children}</AllRowsShown>
    </Content>
    <Pager pageNumber={list.pageNumber} pageSize={list.pageSize} total={list.total} onPage={onPage} />
  </>
);
