import { useRef } from 'react';
import type { Watchlist, WatchlistEntry } from '../../../shared/contract/watchlists.ts';
import { WATCHLIST_LIMITS } from '../../../shared/watchlist-limits.ts';
import { addedText } from '../../features/symbols/list-texts.ts';
import { t } from '../../i18n/translate.ts';
import { changeWatchlists, type NewRow } from '../../state/watchlists.ts';
import { announce } from '../../ui/announcer.tsx';
import { notify } from '../../ui/toasts.tsx';

interface Removed {
  readonly listId: number;
  readonly rows: readonly NewRow[];
  /** Whether the server has removed them; undo may be asked for before it has answered. */
  readonly done: Promise<boolean>;
}

interface RowChangesProps {
  list: Watchlist | null;
  /** Row that keys act on. */
  activeId: number | null;
  setActive: (entryId: number | null) => void;
}

/** Removals that can be undone: all rows of the largest list, should a key have been held down. */
const MOST_UNDONE = WATCHLIST_LIMITS.symbols + WATCHLIST_LIMITS.headings;

/** React hook: changes of the rows of a list, each said, and removals that can be undone. */
export const useRowChanges = ({ list, activeId, setActive }: RowChangesProps) => {
  const entries = list?.entries ?? [];
  /** Removals that can be undone, the last one last. */
  const removals = useRef<Removed[]>([]);

  const add = async (kind: NewRow['kind'], text: string): Promise<void> => {
    if (!list) return;
    // Below the row at hand, so that it comes under the same heading.
    const at = entries.findIndex(({ entryId }) => entryId === activeId);
    const place = at >= 0 && at < entries.length - 1 ? { place: at + 1 } : {};
    const result = await changeWatchlists.add(list.listId, [{ kind, text, ...place }]);
    if (!result.ok) return;
    const before = new Set(entries.map(({ entryId }) => entryId));
    const added = result.value.list.entries.find(
      (entry) => entry.text === text && !before.has(entry.entryId),
    );
    if (added) setActive(added.entryId);
    announce(addedText(text, list.name));
  };

  const undo = async (): Promise<void> => {
    const removed = removals.current.pop();
    if (!removed) return;
    // One that was refused has nothing to bring back: the one before it has.
    if (!(await removed.done)) return undo();
    const result = await changeWatchlists.add(removed.listId, removed.rows);
    const [first] = removed.rows;
    if (!result.ok || !first) return;
    const back = result.value.list.entries.find(({ text }) => text === first.text);
    if (back) setActive(back.entryId);
    announce(t('{{text}} is back.', { text: first.text }));
  };

  const remove = async (entry: WatchlistEntry): Promise<void> => {
    if (!list) return;
    const { entryId, kind, text } = entry;
    const place = entries.findIndex((one) => one.entryId === entryId);
    const next = entries[place + 1] ?? entries[place - 1];
    setActive(next?.entryId ?? null);
    const done = changeWatchlists.removeEntries(list.listId, [entryId]).then(({ ok }) => ok);
    removals.current = [
      ...removals.current.slice(1 - MOST_UNDONE),
      { listId: list.listId, rows: [{ kind, text, place }], done },
    ];
    if (!(await done)) return;
    notify({
      tone: 'success',
      id: 'watchlist-removed',
      message: t('{{text}} is removed from {{list}}.', { text, list: list.name }),
      action: { label: t('Undo'), onPress: () => void undo() },
    });
  };

  const move = (entry: WatchlistEntry, step: 1 | -1): void => {
    if (!list) return;
    const at = entries.findIndex(({ entryId }) => entryId === entry.entryId);
    const place = at + step;
    if (at < 0 || place < 0 || place >= entries.length) return;
    void changeWatchlists.move(list.listId, entry.entryId, place);
    announce(
      t('{{text}} is row {{place}} of {{rows}}.', {
        text: entry.text,
        place: place + 1,
        rows: entries.length,
      }),
    );
  };

  return { add, remove, move, undo };
};
