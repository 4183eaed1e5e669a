import type { Watchlist, WatchlistEntry } from '../../../shared/contract/watchlists.ts';
import { newListName } from '../../features/symbols/list-texts.ts';
import { t } from '../../i18n/translate.ts';
import { changeWatchlists } from '../../state/watchlists.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { NameDialog } from './name-dialog.tsx';

/** Subject of the dialog that is open. */
export type Question =
  | { readonly kind: 'create' | 'rename' | 'remove' | 'heading' }
  | { readonly kind: 'rename-heading'; readonly entry: WatchlistEntry };

interface ListQuestionProps {
  question: Question;
  lists: readonly Watchlist[];
  list: Watchlist | null;
  onCreated: (list: Watchlist) => void;
  onHeading: (name: string) => void;
  onClose: () => void;
}

/** The question that stands open. */
export const ListQuestion = ({ question, lists, list, onCreated, onHeading, onClose }: ListQuestionProps) => {
  if (question.kind === 'create')
    return (
      <NameDialog
        title={t('New watchlist')}
        label={t('Name')}
        action={t('Create')}
        start={newListName(lists.map(({ name }) => name))}
        onName={changeWatchlists.create}
        onDone={({ list: created }) => onCreated(created)}
        onClose={onClose}
      />
    );
  if (!list) return null;
  if (question.kind === 'rename')
    return (
      <NameDialog
        title={t('Rename the list')}
        label={t('Name')}
        action={t('Rename')}
        start={list.name}
        onName={(name) => changeWatchlists.rename(list.listId, name)}
        onDone={({ list: renamed }) => {
          changeWatchlists.keep(renamed);
          onClose();
        }}
        onClose={onClose}
      />
    );
  if (question.kind === 'heading')
    return (
      <NameDialog
        title={t('Add a heading')}
        label={t('Name')}
        action={t('Add')}
        start=""
        onName={(name) => Promise.resolve({ ok: true as const, value: name })}
        onDone={onHeading}
        onClose={onClose}
      />
    );
  if (question.kind === 'rename-heading') {
    const { entryId, text } = question.entry;
    return (
      <NameDialog
        title={t('Rename the heading')}
        label={t('Name')}
        action={t('Rename')}
        start={text}
        onName={(name) => changeWatchlists.renameHeading(list.listId, entryId, name)}
        onDone={({ list: changed }) => {
          changeWatchlists.keep(changed);
          onClose();
        }}
        onClose={onClose}
      />
    );
  }
  return (
    <ConfirmDialog
      title={t('Remove {{list}}?', { list: list.name })}
      action={t('Remove the list')}
      isDangerous
      onConfirm={() => {
        onClose();
        void changeWatchlists.remove(list.listId);
      }}
      onClose={onClose}
    >
      {t('The list goes with its {{count}} rows, in every window. Nothing that you hold or trade changes.', {
        count: list.entries.length,
      })}
    </ConfirmDialog>
  );
};
