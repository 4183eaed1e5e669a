import { expect } from 'playwright/test';
import { PERSON, test, waitForMarket } from './desktop-app.ts';

const upload = (name: string, ...lines: string[]) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(lines.join('\n')),
});
const LISTS = [
  upload('symbols.csv', 'OLD SYMBOL,NEW SYMBOL,FROM', 'ZOMATO,ETERNAL,09-APR-2025'),
  upload('actions.csv', 'SYMBOL,SERIES,PURPOSE,FACE VALUE,EX-DATE', 'ITC,EQ,Bonus 1:1,10,17-Mar-2025'),
  upload('members.csv', 'INDEX,SYMBOL,FROM,TO', 'MY INDEX,ITC,2020-01-01,', 'MY INDEX,TCS,2020-01-01,'),
];

test('lists of the exchange are imported, shown and removed by keyboard, and rules name an index', async ({
  desktop,
}) => {
  test.setTimeout(120_000);
  const { page } = desktop;
  const signedUp = await desktop.call('desktop.session.register', PERSON);
  expect(signedUp.ok).toBe(true);
  await waitForMarket(desktop);
  await page.evaluate(() => {
    location.hash = '#/settings?section=market';
  });
  await page.locator('input[type=file]').setInputFiles(LISTS);
  const lists = page.getByRole('table', { name: 'Lists of the exchange' });
  await expect(lists.getByRole('row')).toHaveCount(LISTS.length + 1);

  await test.step('a list is removed once it was asked', async () => {
    const remove = lists.getByRole('button', { name: 'Remove Symbol changes' });
    await remove.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('alertdialog', { name: 'Remove the list of symbol changes?' });
    await expect(dialog).toContainText('a share begins on the day of its change');
    await page.keyboard.press('Escape');
    await expect(lists.getByRole('row')).toHaveCount(LISTS.length + 1);
    // The dialog goes before the focus is back: a key between the two would reach nothing.
    await expect(remove).toBeFocused();
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Remove it' }).press('Enter');
    await expect(lists.getByRole('row')).toHaveCount(LISTS.length);
    await expect(lists).not.toContainText('Symbol changes');
  });

  await test.step('rules name the index, keep what is typed, and say where they are traded', async () => {
    await page.evaluate(() => {
      location.hash = '#/builder';
    });
    await page.getByLabel('Shares').selectOption('MY INDEX');
    const variables = page.getByRole('region', { name: 'Variables' });
    await variables.getByRole('button', { name: 'Add a variable' }).click();
    await variables.getByLabel('Name').fill('rises');
    await page.getByRole('textbox', { name: 'Name', exact: true }).first().fill('Over an index');
    await page.getByRole('button', { name: 'Save strategy' }).click();
    await expect(
      page.getByText(/Rules over the members of MY INDEX can be backtested/).first(),
    ).toBeVisible();
  });
});
