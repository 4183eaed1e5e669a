import { format } from 'prettier';
import { expect, test } from 'vitest';
import { keyLabels } from './shortcut-keys.ts';
import { SHORTCUT_GROUPS, SHORTCUTS, type Shortcut } from './shortcuts.ts';

const keys = (shortcut: Shortcut, keyboard: 'mac' | 'other') =>
  keyLabels(shortcut, keyboard)
    .map((label) => `\`${label}\``)
    .join(' ');

const guide = (): string =>
  [
    '# Keyboard shortcuts',
    'Made from `src/shared/shortcuts.ts` by its test: `npx vitest run src/shared/shortcut-guide.test.ts -u` writes it anew. The same list is in the program: the menu of the account, or `?` in a list.',
    'Plain letters act only while the focus is in a list or grid, or on the page that they belong to; the sheet of shortcuts has a switch for them. What has no key is in the command palette.',
    ...SHORTCUT_GROUPS.flatMap((group) => [
      `## ${group}`,
      [
        '| What it does | Windows, Linux | macOS |',
        '| --- | --- | --- |',
        ...(SHORTCUTS as readonly Shortcut[])
          .filter((shortcut) => shortcut.group === group && keyLabels(shortcut, 'other').length > 0)
          .map((shortcut) => `| ${shortcut.title} | ${keys(shortcut, 'other')} | ${keys(shortcut, 'mac')} |`),
      ].join('\n'),
    ]),
  ].join('\n\n');

test('the guide names the shortcuts there are', async () => {
  const written = await format(guide(), { parser: 'markdown', printWidth: 120 });
  await expect(written).toMatchFileSnapshot('../../docs/guide/shortcuts.md');
});
