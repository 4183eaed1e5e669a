import { useEffect, useEffectEvent } from 'react';
import type { Watchlist, WatchlistEntry } from '../../../shared/contract/watchlists.ts';
import { t } from '../../i18n/translate.ts';
import { symbolMenu } from '../../state/symbol-menu.ts';

/** Name of watchlists for the menu, under which it finds their actions. */
export const ROW_ACTIONS = 'watchlist';

interface RowDeeds {
  rename: (entry: WatchlistEntry) => void;
  up: (entry: WatchlistEntry) => void;
  down: (entry: WatchlistEntry) => void;
  remove: (entry: WatchlistEntry) => void;
}

/** React hook: offers the actions of a list in the menu of its rows. */
export const useRowActions = (list: Watchlist | null, deeds: RowDeeds): void => {
  const act = useEffectEvent((deed: keyof RowDeeds, rowId: number) => {
    const entry = list?.entries.find(({ entryId }) => entryId === rowId);
    if (entry) deeds[deed](entry);
  });
  useEffect(() => {
    const entries = list?.entries ?? [];
    return symbolMenu.offer(ROW_ACTIONS, [
      {
        key: 'rename',
        label: t('Rename the heading'),
        keys: 'F2',
        isFor: (rowId) => entries.some(({ entryId, kind }) => entryId === rowId && kind === 'heading'),
        onPress: (rowId) => act('rename', rowId),
      },
      {
        key: 'up',
        label: t('Move up'),
        keys: 'Alt+↑',
        isFor: (rowId) => entries[0]?.entryId !== rowId,
        onPress: (rowId) => act('up', rowId),
      },
      {
        key: 'down',
        label: t('Move down'),
        keys: 'Alt+↓',
        isFor: (rowId) => entries.at(-1)?.entryId !== rowId,
        onPress: (rowId) => act('down', rowId),
      },
      {
        key: 'remove',
        label: t('Remove from the list'),
        keys: 'Delete',
        isFor: () => true,
        onPress: (rowId) => act('remove', rowId),
      },
    ]);
  }, [list]);
};
