import { useEffect, useEffectEvent } from 'react';
import type { PagedList } from './paged-list.ts';
import { settings } from './settings.ts';
import { useReloadOnFacts } from './reload-on-facts.ts';
import { type EventOf, type EventType } from './stream.ts';

interface Wanted<Filter, Type extends EventType> {
  /** Which rows, and which page of them: what the address says. */
  filter: Filter;
  page: number;
  /** Rows on a page; as many as the person wants where it is not said. */
  pageSize?: number;
  /** Facts after which the same page is asked for again; without any, only when facts were lost. */
  reloadOn?: readonly Type[];
  /** Lets a screen ignore facts about other things. */
  isNews?: (event: EventOf<Type>) => boolean;
}

/** Rows that the filter lets through, such as for a file. */
export interface FilteredRows<
  Lists extends { useHere: () => { get: () => { filter: unknown }; all: () => Promise<unknown> } },
> {
  readonly filter: ReturnType<ReturnType<Lists['useHere']>['get']>['filter'];
  /** Every one of them, over all pages. */
  readonly all: ReturnType<Lists['useHere']>['all'];
}

/** React hook: a list at the page of the address, asked for again when that or the facts change. */
export const usePagedList = <Row, Filter extends object, Answer, Type extends EventType = never>(
  lists: PagedList<Row, Filter, Answer>,
  { filter, page, pageSize: fixed, reloadOn = [], isNews }: Wanted<Filter, Type>,
) => {
  const list = lists.useHere();
  const state = list.use();
  const wanted = settings.use().pageSize;
  const pageSize = fixed ?? wanted;
  const load = () => void list.load({ filter, pageNumber: page, pageSize });
  const loadAnew = useEffectEvent(load);
  const asked = JSON.stringify(filter);
  useEffect(() => loadAnew(), [asked, page, pageSize]);
  useReloadOnFacts(reloadOn, lists, isNews);
  return {
    ...state,
    retry: load,
    /** Every row that the filter lets through, over all pages. */
    all: list.all,
    /** The row named by the address, if on the page in view. */
    rowOf: (id: number | null): Row | undefined => state.rows.find((row) => list.idOf(row) === id),
  };
};
