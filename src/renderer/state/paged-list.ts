import { create, type StoreApi, type UseBoundStore } from 'zustand';
import { FIRST_PAGE, PAGE_SIZE } from '../../shared/page-size.ts';
import type { Failure, Result } from '../../shared/failure.ts';
import { allRows, type PageOf, type PageRequest } from './all-rows.ts';
import { reportFailure } from './failure-reports.ts';
import { perPane } from './pane.ts';

export type { PageRequest };

export interface PagedListState<Row, Filter, Answer> {
  /** True from the start, false once the list has arrived; true again while another page or filter is asked for. */
  isLoading: boolean;
  rows: readonly Row[];
  /** Rows over all pages. */
  total: number;
  pageNumber: number;
  pageSize: number;
  filter: Filter;
  /** The whole answer, for what a list carries beside its rows; null before the first and after a new filter. */
  answer: Answer | null;
  failure: Failure | null;
  /** The selected item, by id: it survives a reload. */
  selectedId: number | null;
  /** Epoch ms of the last answer. */
  loadedAt: number | null;
}

interface PageQuery<Filter> {
  filter?: Filter;
  pageNumber?: number;
  pageSize?: number;
}

interface Definition<Row, Filter, Answer> {
  call: (request: Filter & PageRequest) => Promise<Result<Answer>>;
  page: (answer: Answer) => PageOf<Row>;
  idOf: (row: Row) => number;
  filter: Filter;
  pageSize?: number;
}

const listStore = <Row, Filter extends object, Answer>(definition: Definition<Row, Filter, Answer>) => {
  type State = PagedListState<Row, Filter, Answer>;
  const initial: State = {
    isLoading: true,
    rows: [],
    total: 0,
    pageNumber: FIRST_PAGE,
    pageSize: definition.pageSize ?? PAGE_SIZE,
    filter: definition.filter,
    answer: null,
    failure: null,
    selectedId: null,
    loadedAt: null,
  };
  const use = create<State>(() => initial);
  let latest = 0;
  /** The newest turn whose answer is shown; answers about another page or filter come too late. */
  let shown = 0;
  let isAsked = false;
  let askedAt = -Infinity;

  const ask = async (): Promise<void> => {
    const turn = ++latest;
    isAsked = true;
    askedAt = performance.now();
    const { filter, pageNumber, pageSize } = use.getState();
    const result = await definition.call({ ...filter, pageNumber, pageSize });
    // One that was overtaken is shown all the same: facts may come faster than answers.
    if (turn <= shown || (!result.ok && turn !== latest)) return;
    if (!result.ok) {
      askedAt = -Infinity;
      use.setState({ isLoading: false, failure: result.failure });
      reportFailure(result.failure);
      return;
    }
    shown = turn;
    const { rows, total } = definition.page(result.value);
    use.setState({
      isLoading: false,
      answer: result.value,
      rows,
      total,
      failure: null,
      loadedAt: Date.now(),
    });
  };

  return {
    /** React hook: the state, or a part of it. */
    use,
    idOf: definition.idOf,
    get: () => use.getState(),
    /** Asks for a page. Rows of another filter are dropped at once: they must not stand under a new heading. */
    load: (query: PageQuery<Filter> = {}): Promise<void> => {
      const before = use.getState();
      const filter = query.filter ?? before.filter;
      const isSameFilter = JSON.stringify(filter) === JSON.stringify(before.filter);
      shown = latest;
      use.setState({
        filter,
        pageNumber: query.pageNumber ?? FIRST_PAGE,
        pageSize: query.pageSize ?? before.pageSize,
        isLoading: true,
        ...(isSameFilter ? {} : { rows: [], total: 0, answer: null, failure: null, selectedId: null }),
      });
      return ask();
    },
    /** Asks for the same page again and keeps what is shown meanwhile; does nothing before the first load. */
    reload: (): Promise<void> => (isAsked ? ask() : Promise.resolve()),
    /** When it was last asked for, ms of `performance.now()`. */
    askedAt: (): number => askedAt,
    /** Every row that the filter in view lets through, over all pages. */
    all: (): Promise<Result<readonly Row[]>> => {
      const { filter } = use.getState();
      return allRows((page) => definition.call({ ...filter, ...page }), definition.page, definition.idOf);
    },
    select: (id: number | null): void => use.setState({ selectedId: id }),
    /**
     * Replace rows by those with the same id; others are passed over. The new rows come from stream events, for
     * instance.
     */
    replace: (...changed: readonly Row[]): void => {
      const byId = new Map(changed.map((row) => [definition.idOf(row), row]));
      const { rows } = use.getState();
      if (rows.some((row) => byId.has(definition.idOf(row))))
        use.setState({ rows: rows.map((row) => byId.get(definition.idOf(row)) ?? row) });
    },
    /** Forgets rows, filter and page; an answer that is under way comes too late. */
    reset: (): void => {
      shown = ++latest;
      isAsked = false;
      use.setState(initial, true);
    },
  };
};

/**
 * A list with the specification's one life, in each pane: loading at first, page, size, filter, selected item. An older
 * answer never overwrites a newer one. A failure keeps what is shown and stands beside it as a value.
 */
export const createPagedList = <Row, Filter extends object, Answer>(
  definition: Definition<Row, Filter, Answer>,
) => {
  const lists = perPane(() => listStore(definition));
  return {
    ...lists,
    /** React hook: the state of the list in this pane. */
    use: (): PagedListState<Row, Filter, Answer> => lists.useHere().use(),
    /** Replace, in every pane, rows by those with the same id. */
    replace: (...changed: readonly Row[]): void => {
      for (const list of lists.inAll()) list.replace(...changed);
    },
  };
};

/** A list that is shown page by page. */
export interface PagedList<Row, Filter extends object, Answer> {
  readonly useHere: () => {
    readonly use: UseBoundStore<StoreApi<PagedListState<Row, Filter, Answer>>>;
    readonly load: (query?: PageQuery<Filter>) => Promise<void>;
    readonly all: () => Promise<Result<readonly Row[]>>;
    readonly idOf: (row: Row) => number;
  };
  readonly reload: () => Promise<void>;
  readonly askedAt: () => number;
}
