import { makeStyles, tokens } from '@fluentui/react-components';
import { type KeyboardEvent, useEffect, useMemo, useState } from 'react';
import type { Source } from '../../../shared/contract/fields.ts';
import type { WatchlistEntry } from '../../../shared/contract/watchlists.ts';
import { SymbolMore } from '../../features/symbols/symbol-more.tsx';
import { onQuotes } from '../../state/quotes.ts';
import { useAllWatched } from '../../state/watched.ts';
import type { Sorting } from '../../ui/sorting.ts';
import { type GridColumn, StreamingGrid } from '../../ui/streaming-grid.tsx';
import { StreamingRows } from '../../ui/streaming-rows.ts';
import { quoteNameOf } from './quote-columns.tsx';
import { ROW_ACTIONS } from './use-row-actions.ts';

const useStyles = makeStyles({
  heading: { display: 'inline-flex', alignItems: 'center', gap: tokens.spacingHorizontalS },
});

interface WatchlistGridProps {
  label: string;
  entries: readonly WatchlistEntry[];
  source: Source;
  columns: readonly GridColumn<WatchlistEntry>[];
  sorting: Sorting;
  onSort: (sorting: Sorting) => void;
  activeId: number | null;
  onActive: (entryId: number) => void;
  onOpen: (entry: WatchlistEntry) => void;
  onKey: (event: KeyboardEvent<HTMLElement>, active: WatchlistEntry | null) => boolean;
}

const keyOf = ({ entryId }: WatchlistEntry): number => entryId;

const Heading = ({ entry: { entryId, text } }: { entry: WatchlistEntry }) => (
  <span className={useStyles().heading} data-row-id={entryId}>
    {text}
    <SymbolMore symbol="" name={text} rowId={entryId} isTabStop={false} />
  </span>
);

const headingOf = (entry: WatchlistEntry) => (entry.kind === 'heading' ? <Heading entry={entry} /> : null);

/** The rows of a list. All of them follow the market, in view or not: a sorting needs every one. */
export const WatchlistGrid = ({
  label,
  entries,
  source,
  columns,
  sorting,
  onSort,
  activeId,
  onActive,
  onOpen,
  onKey,
}: WatchlistGridProps) => {
  const [live] = useState(() => new StreamingRows<WatchlistEntry>(keyOf));
  useEffect(() => live.replace(entries), [live, entries]);
  // The cells follow the market by themselves; what it changes here is the order.
  useEffect(() => onQuotes(() => live.accept([])), [live]);
  const names = useMemo(
    () => entries.filter(({ kind }) => kind === 'symbol').map((entry) => quoteNameOf(entry, source)),
    [entries, source],
  );
  useAllWatched(names);
  return (
    <div data-row-actions={ROW_ACTIONS}>
      <StreamingGrid
        label={label}
        columns={columns}
        rows={live}
        rowKey={keyOf}
        headingOf={headingOf}
        sorting={sorting}
        onSort={onSort}
        activeKey={activeId}
        onActive={(key) => onActive(Number(key))}
        onOpen={onOpen}
        onKey={onKey}
      />
    </div>
  );
};
