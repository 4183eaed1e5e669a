import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'playwright/test';
import { printPage, printTable } from '../../src/renderer/ui/print-html.ts';
import { addMoney, cloneAndStart, quickStrategies } from '../support/user-steps.ts';
import { type DesktopApp, PERSON, test } from './desktop-app.ts';
import { goTo } from './walk.ts';

declare global {
  var printedPages: string[];
}

/** Every document goes to its page as an address; the test keeps each and reads it. */
const keepPrinted = (desktop: DesktopApp, filePath: string) =>
  desktop.app.evaluate(({ BrowserWindow, dialog }, path) => {
    globalThis.printedPages = [];
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath: path });
    const prototype = BrowserWindow.prototype;
    const load = prototype.loadURL;
    prototype.loadURL = function (url, options) {
      globalThis.printedPages.push(url);
      return load.call(this, url, options);
    };
  }, filePath);

const lastPrinted = async (desktop: DesktopApp): Promise<string> => {
  const url = await desktop.app.evaluate(() => globalThis.printedPages.at(-1) ?? '');
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64').toString();
};

/** Number of pages in a PDF. A page tree has branches, and each says how many pages it has; the trunk has them all. */
const pagesIn = async (path: string): Promise<number> =>
  Math.max(
    ...[...(await readFile(path, 'latin1')).matchAll(/\/Count (\d+)/g)].map(([, count]) => Number(count)),
  );

/** Paise of an amount as a paper has it. */
const paiseOf = (text: string): number => Number(text.replaceAll(/[₹,.+]/g, '').replace('−', '-'));
/** Cells of the first closing row in a paper's tables. It is that of the first table that has one. */
const totalOf = (html: string): string[] => {
  const [, row = ''] = /<tr class="total">([^]*?)<\/tr>/.exec(html) ?? [];
  return [...row.matchAll(/<td[^>]*>([^<]*)<\/td>/g)].map(([, cell = '']) => cell);
};

const printAt = async (desktop: DesktopApp, at: string, title: string): Promise<string> => {
  await goTo(desktop.page, at);
  await expect(desktop.page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible();
  const before = await desktop.app.evaluate(() => globalThis.printedPages.length);
  await expect(desktop.page.getByRole('button', { name: /^(Print to PDF|PDF में प्रिंट करें)/ })).toBeVisible();
  await desktop.page.keyboard.press('Control+P');
  await expect.poll(() => desktop.app.evaluate(() => globalThis.printedPages.length)).toBe(before + 1);
  return lastPrinted(desktop);
};

test('a long statement has as many sheets as its lines need', async ({ desktop }) => {
  const path = join(desktop.dataDir, 'long.pdf');
  await keepPrinted(desktop, path);
  const sheetsOf = async (count: number): Promise<number> => {
    const body = printTable({
      columns: [
        { title: 'Line', text: (row: number) => `${row}` },
        { title: 'Amount', text: () => '₹1.05', isAmount: true },
      ],
      rows: [...Array(count).keys()],
    });
    const html = printPage({ title: 'Statement', aside: '', sandbox: null, body, foot: '' });
    expect(await desktop.call('desktop.file.savePdf', { name: 'long.pdf', html })).toMatchObject({
      ok: true,
    });
    return pagesIn(path);
  };
  expect(await sheetsOf(3)).toBe(1);
  const [hundreds, twice] = [await sheetsOf(300), await sheetsOf(600)];
  // The head is repeated: every sheet but the first and the last has the same number of lines.
  const linesOfSheet = 300 / (twice - hundreds);
  expect(linesOfSheet).toBeGreaterThan(20);
  expect(linesOfSheet).toBeLessThan(40);
  expect(hundreds).toBeGreaterThanOrEqual(Math.ceil(300 / linesOfSheet));
  expect(hundreds).toBeLessThanOrEqual(Math.ceil(300 / linesOfSheet) + 1);
});

test('statements are printed, and their totals agree with the books', async ({ desktop }) => {
  test.setTimeout(120_000);
  const { page } = desktop;
  await desktop.call('desktop.session.register', PERSON);
  const path = join(desktop.dataDir, 'statement.pdf');
  await keepPrinted(desktop, path);
  const { ask } = desktop;
  await cloneAndStart(ask, await quickStrategies(ask, 3));
  await ask('market.pace', { speed: 600 });
  await addMoney(ask, 2_345_67);
  await ask('wallet.activate');
  const trades = () => ask('positions.trades', { isTest: 1, pageSize: 1 });
  await expect.poll(async () => (await trades()).total, { timeout: 60_000 }).toBeGreaterThan(0);
  await ask('market.pace', { speed: 1 });

  const statement = await printAt(desktop, '/wallet-history?search=nothing', 'Wallet history');
  expect(statement).toContain('no real money moves');
  expect(paiseOf(totalOf(statement).at(-1) ?? '')).toBe((await ask('wallet.mine')).available);
  const traded = await printAt(desktop, '/trade-history', 'Trade history');
  const { total, tradetotalProfit } = await trades();
  expect([totalOf(traded)[5], paiseOf(totalOf(traded).at(-1) ?? '')]).toEqual([
    String(total),
    tradetotalProfit,
  ]);
  const profit = await printAt(desktop, '/my-profit?period=all', 'My profit');
  expect(paiseOf(totalOf(profit).at(-1) ?? '')).toBe(tradetotalProfit);
  expect((await readFile(path)).subarray(0, 5).toString()).toBe('%PDF-');

  await desktop.call('desktop.settings.change', { language: 'hi' });
  await expect(page.locator('html')).toHaveAttribute('lang', 'hi');
  const hindi = await printAt(desktop, '/trade-history', 'ट्रेड हिस्ट्री');
  expect(hindi).toContain('<html lang="hi">');
  expect(hindi).toContain('data:font/woff2;base64,');
  expect(totalOf(hindi).at(-1)).toBe(totalOf(traded).at(-1));
});
