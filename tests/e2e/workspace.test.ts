import { expect, type Page } from 'playwright/test';
import { PERSON, test, waitForMarket, waitForPages } from './desktop-app.ts';

/** Titles of the panes in front, in reading order. */
const inFront = (page: Page) =>
  page.locator('.dv-tab[aria-selected="true"]').evaluateAll((tabs) =>
    tabs
      .map((tab) => ({ title: tab.textContent ?? '', at: tab.getBoundingClientRect() }))
      .sort((a, b) => a.at.top - b.at.top || a.at.left - b.at.left)
      .map(({ title }) => title),
  );

/** Places of panes that have room in the window. */
const shownPlaces = (page: Page) =>
  page
    .locator('.dv-groupview')
    .evaluateAll(
      (places) => places.filter((place) => place.clientHeight > 0 && place.clientWidth > 0).length,
    );

const FIRST = ['NIFTY', 'Option chain', 'Open positions', 'My strategies'];

/** Choose entries of menus one after the other, by keyboard. */
const choose = async (page: Page, ...entries: string[]) => {
  for (const name of entries) {
    await page.getByRole('menuitem', { name }).or(page.getByRole('menuitemradio', { name })).first().focus();
    await page.keyboard.press('Enter');
  }
};
/** Open a file with a layout, named Mine. */
const openFile = (page: Page, layout: object) =>
  page.locator('input[type=file]').setInputFiles({
    name: 'mine.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify({ kind: 'trickdesk-layout', version: 1, name: 'Mine', layout })),
  });

const chooseOfPane = async (page: Page, ...entries: string[]) => {
  await page.keyboard.press('Control+Shift+P');
  await choose(page, ...entries);
};

test('panes are added, moved, linked, closed and restored by keyboard alone', async ({ desktop }) => {
  test.setTimeout(240_000);
  const { page } = desktop;
  const signedUp = await desktop.call('desktop.session.register', PERSON);
  expect(signedUp.ok).toBe(true);
  await waitForMarket(desktop);
  await waitForPages(desktop);
  await page.keyboard.press('Control+Shift+D');
  await expect(page.getByRole('heading', { name: 'Workspace: My workspace' })).toBeVisible();
  await expect.poll(() => inFront(page)).toEqual(FIRST);

  await test.step('a closed pane comes back by undo, and goes again by redo', async () => {
    await chooseOfPane(page, 'Close the pane');
    await expect.poll(() => inFront(page)).not.toContain('NIFTY');
    const left = await inFront(page);
    await page.keyboard.press('Alt+Shift+Z');
    await expect.poll(() => inFront(page)).toEqual(FIRST);
    await page.keyboard.press('Alt+Shift+Y');
    await expect.poll(() => inFront(page)).toEqual(left);
    await page.keyboard.press('Alt+Shift+Z');
    await expect.poll(() => inFront(page)).toEqual(FIRST);
  });

  await test.step('the keys go from pane to pane, and turn the tabs', async () => {
    await page.keyboard.press('Alt+Shift+ArrowLeft');
    await page.keyboard.press('Alt+Shift+ArrowUp');
    await page.keyboard.press('Alt+Shift+ArrowDown');
    await expect(page.locator('[data-pane]:focus').getByRole('tab', { name: /All/ })).toBeVisible();
    await page.keyboard.press('Control+PageDown');
    await expect.poll(() => inFront(page)).toContain('Order history');
    await page.keyboard.press('Control+PageUp');
    await expect.poll(() => inFront(page)).toEqual(FIRST);
  });

  await test.step('a screen is added, put beside, made alone and shown with the others again', async () => {
    await page.keyboard.press('Control+Shift+N');
    await choose(page, 'Logs');
    await expect.poll(() => inFront(page)).toContain('Logs');
    await chooseOfPane(page, 'Place', 'Move right');
    await expect.poll(() => inFront(page)).toHaveLength(5);
    await page.keyboard.press('Control+Shift+X');
    await expect.poll(() => shownPlaces(page)).toBe(1);
    await page.keyboard.press('Control+Shift+X');
    await expect.poll(() => shownPlaces(page)).toBe(5);
    await page.keyboard.press('Control+Shift+K');
    await expect.poll(() => inFront(page)).not.toContain('Logs');
  });

  await test.step('what a pane opens stays in the pane, with a way back of its own', async () => {
    await page.keyboard.press('Alt+Shift+ArrowUp');
    await page.keyboard.press('Alt+Shift+ArrowRight');
    const chain = page.locator('[data-pane]').filter({ has: page.getByRole('tab', { name: 'BANKNIFTY' }) });
    await chain.getByRole('tab', { name: 'BANKNIFTY' }).focus();
    await page.keyboard.press('Enter');
    await expect(chain.getByRole('tab', { name: 'BANKNIFTY' })).toHaveAttribute('aria-selected', 'true');
  });

  await test.step('the chart of the same colour follows the symbol, in this window and in another', async () => {
    await expect.poll(() => inFront(page)).toContain('BANKNIFTY');
    await page.keyboard.press('Alt+Shift+ArrowLeft');
    const [other] = await Promise.all([
      desktop.app.waitForEvent('window'),
      chooseOfPane(page, 'Move to a window of its own'),
    ]);
    await expect(other.getByRole('heading', { level: 1, name: 'BANKNIFTY' })).toBeVisible();
    await expect(other.getByRole('img', { name: 'Linked: Blue' })).toBeVisible();
    await page.bringToFront();
    await page.getByRole('tab', { name: 'NIFTY', exact: true }).last().focus();
    await page.keyboard.press('Enter');
    await expect(other.getByRole('heading', { level: 1, name: 'NIFTY', exact: true })).toBeVisible();
    await other.close();
    await page.keyboard.press('Alt+Shift+Z');
    await expect.poll(() => inFront(page)).toEqual(FIRST);
  });

  await test.step('a row of a watchlist chooses the symbol for the panes of its colour', async () => {
    const { ask } = desktop;
    const { listId } = (await ask('watchlists.create', { name: 'Linked' })).list;
    await ask('watchlists.add', { listId, entries: [{ kind: 'symbol', text: 'SBIN' }] });
    await page.keyboard.press('Control+Shift+N');
    await choose(page, 'Watchlists');
    await expect.poll(() => inFront(page)).toContain('Watchlists');
    await chooseOfPane(page, 'Link colour', 'Blue');
    await page.getByRole('row', { name: /SBIN/ }).first().click();
    // The chart is the tab behind it, and follows all the same.
    await page.keyboard.press('Control+Shift+K');
    await expect.poll(() => inFront(page)).toContain('SBIN');
  });

  await test.step('the layout is there again after the window is loaded anew', async () => {
    const before = await inFront(page);
    await expect.poll(() => page.evaluate(() => localStorage.getItem('layouts'))).toContain('option-chain');
    await page.reload();
    await expect.poll(() => inFront(page)).toEqual(before);
  });
});

test('layouts have names, are shared as files, and a file by hand gets a sentence', async ({ desktop }) => {
  test.setTimeout(180_000);
  const { page } = desktop;
  const signedUp = await desktop.call('desktop.session.register', PERSON);
  expect(signedUp.ok).toBe(true);
  await waitForMarket(desktop);
  await waitForPages(desktop);
  await page.keyboard.press('Control+Shift+D');
  await expect.poll(() => inFront(page)).toEqual(FIRST);
  const menu = (name: string) => page.getByRole('button', { name: `Layout: ${name}` });

  await test.step('a copy under a name, changed, leaves the first as it is', async () => {
    await menu('My workspace').focus();
    await page.keyboard.press('Enter');
    await choose(page, 'Copy this layout…');
    await page.keyboard.press('Control+A');
    await page.keyboard.type('Options');
    await page.keyboard.press('Enter');
    await expect(menu('Options')).toBeVisible();
    await expect.poll(() => inFront(page)).toEqual(FIRST);
    await page.keyboard.press('Control+Shift+K');
    await expect.poll(() => inFront(page)).toHaveLength(3);
    await menu('Options').focus();
    await page.keyboard.press('Enter');
    await choose(page, 'My workspace');
    await expect.poll(() => inFront(page)).toEqual(FIRST);
  });

  await test.step('a file by hand that is wrong says what is wrong, and changes nothing', async () => {
    await openFile(page, { root: { tabs: [{ route: '/nowhere' }] } });
    await expect(page.getByText('No screen has the address “/nowhere”.').first()).toBeVisible();
    await expect.poll(() => inFront(page)).toEqual(FIRST);
  });

  await test.step('a right one opens under its name', async () => {
    await openFile(page, { root: { tabs: [{ route: '/wallet' }, { route: '/logs' }], front: 1 } });
    await expect(menu('Mine')).toBeVisible();
    await expect.poll(() => inFront(page)).toEqual(['Logs']);
  });

  await test.step('a removed one comes back by undo', async () => {
    await menu('Mine').focus();
    await page.keyboard.press('Enter');
    await choose(page, 'Remove…');
    await page.getByRole('button', { name: 'Remove it' }).press('Enter');
    await expect(menu('My workspace')).toBeVisible();
    await page.getByRole('button', { name: 'Undo', exact: true }).press('Enter');
    await expect(menu('Mine')).toBeVisible();
    await expect.poll(() => inFront(page)).toEqual(['Logs']);
  });
});
