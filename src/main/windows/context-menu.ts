import { Menu } from 'electron';
import type { ContextMenuParams, MenuItemConstructorOptions, WebContents } from 'electron';
import { t } from '../messages/messages.ts';

/** Commands of a context menu to its page. */
export interface ContextMenuCommands {
  /** Puts a suggestion in the place of the misspelt word. */
  readonly replaceWord: (word: string) => void;
  /** Add a word to the user's own dictionary. */
  readonly learnWord: (word: string) => void;
  /** Opens a page of the app in a window of its own. */
  readonly popOut: (route: string) => void;
}

type ClickedOn = Pick<
  ContextMenuParams,
  'isEditable' | 'selectionText' | 'editFlags' | 'misspelledWord' | 'dictionarySuggestions' | 'linkURL'
>;

const MAX_SUGGESTIONS = 5;
const separator: MenuItemConstructorOptions = { type: 'separator' };

const spelling = (
  { misspelledWord, dictionarySuggestions }: ClickedOn,
  commands: ContextMenuCommands,
): MenuItemConstructorOptions[] => {
  if (misspelledWord === '') return [];
  const suggestions = dictionarySuggestions.slice(0, MAX_SUGGESTIONS).map((word) => ({
    label: word,
    click: () => commands.replaceWord(word),
  }));
  return [
    ...(suggestions.length > 0 ? suggestions : [{ label: t('No suggestions'), enabled: false }]),
    { label: t('Add to dictionary'), click: () => commands.learnWord(misspelledWord) },
  ];
};

const editing = ({ editFlags }: ClickedOn): MenuItemConstructorOptions[] => [
  { id: 'undo', role: 'undo', label: t('Undo'), enabled: editFlags.canUndo },
  { id: 'redo', role: 'redo', label: t('Redo'), enabled: editFlags.canRedo },
  separator,
  { id: 'cut', role: 'cut', label: t('Cut'), enabled: editFlags.canCut },
  { id: 'copy', role: 'copy', label: t('Copy'), enabled: editFlags.canCopy },
  { id: 'paste', role: 'paste', label: t('Paste'), enabled: editFlags.canPaste },
  { id: 'select-all', role: 'selectAll', label: t('Select all'), enabled: editFlags.canSelectAll },
];

/** A link to a page of our own; `origin` is where our pages are loaded from. */
const link = (
  { linkURL }: ClickedOn,
  origin: string,
  { popOut }: ContextMenuCommands,
): MenuItemConstructorOptions[] => {
  const [page, route] = linkURL.split('#');
  if (route === undefined || !page?.startsWith(`${origin}/`)) return [];
  return [{ id: 'pop-out', label: t('Open in a new window'), click: () => popOut(route) }];
};

/** Items for what was clicked on; none where there is nothing to edit, copy or open. `origin` is that of our own pages. */
export function contextMenuItems(
  clicked: ClickedOn,
  origin: string,
  commands: ContextMenuCommands,
): MenuItemConstructorOptions[] {
  const groups = clicked.isEditable
    ? [spelling(clicked, commands), editing(clicked)]
    : [
        link(clicked, origin, commands),
        clicked.selectionText.trim() === ''
          ? []
          : [{ id: 'copy', role: 'copy' as const, label: t('Copy'), enabled: clicked.editFlags.canCopy }],
      ];
  return groups
    .filter((group) => group.length > 0)
    .flatMap((group, index) => (index === 0 ? group : [separator, ...group]));
}

/** Shows a menu on a right click in a page: Electron brings none of its own. */
export function offerContextMenu(
  contents: WebContents,
  origin: string,
  popOut: (route: string) => void,
): void {
  contents.on('context-menu', (_event, clicked) => {
    const items = contextMenuItems(clicked, origin, {
      replaceWord: (word) => contents.replaceMisspelling(word),
      learnWord: (word) => contents.session.addWordToSpellCheckerDictionary(word),
      popOut,
    });
    if (items.length > 0) Menu.buildFromTemplate(items).popup();
  });
}
