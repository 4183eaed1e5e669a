import { t } from '../../i18n/translate.ts';
import { changeWatchlists, watchlists } from '../../state/watchlists.ts';
import { notify } from '../../ui/toasts.tsx';
import { addedText, newListName } from './list-texts.ts';

/** Add a symbol to a list, and say so. */
export const addTo = async (listId: number, name: string, symbol: string): Promise<void> => {
  const result = await changeWatchlists.add(listId, [{ kind: 'symbol', text: symbol }]);
  if (result.ok) notify({ tone: 'success', message: addedText(symbol, name) });
};

/** Add a symbol to a list that is made for it. */
export const addToNew = async (symbol: string): Promise<void> => {
  const lists = watchlists.get().value?.lists ?? [];
  const result = await changeWatchlists.create(newListName(lists.map(({ name }) => name)));
  if (!result.ok) {
    notify({ tone: 'failure', message: result.failure.message });
    return;
  }
  const { listId, name } = result.value.list;
  changeWatchlists.keep(result.value.list);
  await addTo(listId, name, symbol);
};

/** Add a symbol to the first list. Without any list, one is made. */
export const addToFirst = async (symbol: string): Promise<void> => {
  if (watchlists.get().value === null) await watchlists.load(undefined);
  const list = watchlists.get().value?.lists[0];
  if (!list) return addToNew(symbol);
  if (!list.entries.some(({ text }) => text === symbol)) return addTo(list.listId, list.name, symbol);
  notify({ tone: 'news', message: t('{{symbol}} is in {{list}} already.', { symbol, list: list.name }) });
};
