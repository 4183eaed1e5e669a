import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';

type Sorting = { readonly key: string; readonly isDescending: boolean } | null;

/** A sorting as addresses have it. `net` is largest first, `-net` the other way. */
export const sortingText = (sorting: Sorting): string | undefined =>
  sorting ? `${sorting.isDescending ? '' : '-'}${sorting.key}` : undefined;

/** The sorting that an address names; null for anything else. */
export const sortingOf = (text: unknown): Sorting => {
  const [, minus, key] = (typeof text === 'string' && /^(-?)([a-z][\w-]*)$/i.exec(text)) || [];
  return key === undefined ? null : { key, isDescending: minus === '' };
};

/**
 * React hook: by what a table is sorted, kept in the address so that Back, a pop-out and a restart keep it; give it to
 * the table as it is. A screen with several tables names each one's part of the address.
 */
export const useUrlSort = (name = 'sort') => {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const text = search[name];
  const navigate = useNavigate();
  const onSort = useCallback(
    (sorting: Sorting) =>
      void navigate({
        to: '.',
        replace: true,
        search: (before: Record<string, unknown>) => ({ ...before, [name]: sortingText(sorting) }),
      } as never),
    [navigate, name],
  );
  const sorting = useMemo(() => sortingOf(text), [text]);
  return { sorting, onSort };
};
