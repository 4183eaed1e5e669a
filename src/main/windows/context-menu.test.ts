import type { ContextMenuParams } from 'electron';
import { expect, test, vi } from 'vitest';

vi.mock('electron', () => ({ Menu: {} }));
const { contextMenuItems } = await import('./context-menu.ts');

const ORIGIN = 'app://trickdesk';
const done: string[] = [];
const commands = {
  replaceWord: (word: string) => done.push(`replace ${word}`),
  learnWord: (word: string) => done.push(`learn ${word}`),
  popOut: (route: string) => done.push(`open ${route}`),
};
const nothing = {
  isEditable: false,
  selectionText: '',
  misspelledWord: '',
  dictionarySuggestions: [],
  linkURL: '',
  editFlags: {
    canUndo: false,
    canRedo: false,
    canCut: true,
    canCopy: true,
    canPaste: true,
    canSelectAll: true,
  },
} as unknown as ContextMenuParams;
const itemsOf = (clicked: Partial<ContextMenuParams>) =>
  contextMenuItems({ ...nothing, ...clicked }, ORIGIN, commands);
const labelsOf = (clicked: Partial<ContextMenuParams>) =>
  itemsOf(clicked).map(({ label, type }) => label ?? type);
const click = (clicked: Partial<ContextMenuParams>, label: string) =>
  (itemsOf(clicked).find((item) => item.label === label)?.click as () => void)();

test('a text field offers to undo, cut, copy and paste', () => {
  expect(labelsOf({ isEditable: true })).toEqual([
    'Undo',
    'Redo',
    'separator',
    'Cut',
    'Copy',
    'Paste',
    'Select all',
  ]);
  expect(itemsOf({ isEditable: true }).find(({ label }) => label === 'Undo')?.enabled).toBe(false);
});

test('a misspelt word offers its suggestions and the dictionary', () => {
  const misspelt = { isEditable: true, misspelledWord: 'staretgy', dictionarySuggestions: ['strategy'] };
  expect(labelsOf(misspelt).slice(0, 3)).toEqual(['strategy', 'Add to dictionary', 'separator']);
  click(misspelt, 'strategy');
  click(misspelt, 'Add to dictionary');
  expect(done.splice(0)).toEqual(['replace strategy', 'learn staretgy']);
  expect(itemsOf({ ...misspelt, dictionarySuggestions: [] })[0]).toMatchObject({ enabled: false });
});

test('selected text can be copied, and a page of ours opened in a window of its own', () => {
  const onLink = { selectionText: 'NIFTY', linkURL: `${ORIGIN}/#/strategies/12` };
  expect(labelsOf(onLink)).toEqual(['Open in a new window', 'separator', 'Copy']);
  click(onLink, 'Open in a new window');
  expect(done.splice(0)).toEqual(['open /strategies/12']);
});

test('there is no menu where there is nothing to do, nor for a link to elsewhere', () => {
  expect(itemsOf({})).toEqual([]);
  expect(itemsOf({ selectionText: '  ' })).toEqual([]);
  expect(itemsOf({ linkURL: 'https://evil.example/#/strategies/12' })).toEqual([]);
  expect(itemsOf({ linkURL: `${ORIGIN}.evil.example/#/home` })).toEqual([]);
});
