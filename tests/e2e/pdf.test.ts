import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'playwright/test';
import { type DesktopApp, onOneDesktop } from './desktop-app.ts';

const test = onOneDesktop();

const pickFile = (desktop: DesktopApp, path: string | null) =>
  desktop.app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: filePath === null, filePath: filePath ?? '' });
  }, path);

test('a document is printed to the PDF file that the person picks', async ({ desktop }) => {
  const path = join(desktop.dataDir, 'receipt.pdf');
  await pickFile(desktop, path);
  const saved = await desktop.call('desktop.file.savePdf', {
    name: 'receipt.pdf',
    html: '<h1>Receipt</h1><p>₹1,234.50</p>',
  });
  expect(saved).toEqual({ ok: true, value: { path } });
  const bytes = await readFile(path);
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
  expect(bytes.subarray(-8).toString()).toContain('%%EOF');
  expect(bytes.length).toBeGreaterThan(1_000);
  const windows = await desktop.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length);
  expect(windows, 'only the window of the app is left').toBe(1);
});

/** Pages of a PDF, whose page tree says how many there are. */
const pagesOf = async (desktop: DesktopApp, html: string): Promise<number> => {
  const path = join(desktop.dataDir, 'pages.pdf');
  await pickFile(desktop, path);
  expect(await desktop.call('desktop.file.savePdf', { name: 'pages.pdf', html })).toMatchObject({ ok: true });
  const [, count] = /\/Count (\d+)/.exec(await readFile(path, 'latin1')) ?? [];
  return Number(count);
};

test('a document that is printed runs no script and loads nothing from elsewhere', async ({ desktop }) => {
  const paragraphs = '<p>one</p><p>two</p><p>three</p>';
  const everyParagraphItsPage = 'p:not(:last-of-type){break-after:page}';
  const style = `<style>${everyParagraphItsPage}</style>`;
  const sheet = `<link rel="stylesheet" href="data:text/css,${everyParagraphItsPage}">`;
  const script = `<script>document.head.insertAdjacentHTML('beforeend', '${style}')</script>`;
  expect(await pagesOf(desktop, style + paragraphs)).toBe(3);
  expect(await pagesOf(desktop, sheet + paragraphs)).toBe(1);
  expect(await pagesOf(desktop, script + paragraphs)).toBe(1);
});

test('nothing is printed when the person picks no file', async ({ desktop }) => {
  await pickFile(desktop, null);
  expect(await desktop.call('desktop.file.savePdf', { name: 'a.pdf', html: '<p>a</p>' })).toEqual({
    ok: true,
    value: { path: null },
  });
  expect((await desktop.call('desktop.file.savePdf', { name: 'a.pdf', html: '' })).ok).toBe(false);
});
