import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'playwright/test';
import { test } from './desk.ts';
import type { Desk } from './desk.ts';

const pickFile = (desk: Desk, path: string | null) =>
  desk.app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: filePath === null, filePath: filePath ?? '' });
  }, path);

test('a document is printed to the PDF file that the person picks', async ({ desk }) => {
  const path = join(desk.dataDir, 'receipt.pdf');
  await pickFile(desk, path);
  const saved = await desk.call('desktop.file.savePdf', {
    name: 'receipt.pdf',
    html: '<h1>Receipt</h1><p>₹1,234.50</p>',
  });
  expect(saved).toEqual({ ok: true, value: { path } });
  const bytes = await readFile(path);
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
  expect(bytes.subarray(-8).toString()).toContain('%%EOF');
  expect(bytes.length).toBeGreaterThan(1_000);
  const windows = await desk.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length);
  expect(windows, 'only the window of the app is left').toBe(1);
});

/** Pages of a PDF, whose page tree says how many there are. */
const pagesOf = async (desk: Desk, html: string): Promise<number> => {
  const path = join(desk.dataDir, 'pages.pdf');
  await pickFile(desk, path);
  expect(await desk.call('desktop.file.savePdf', { name: 'pages.pdf', html })).toMatchObject({ ok: true });
  const [, count] = /\/Count (\d+)/.exec(await readFile(path, 'latin1')) ?? [];
  return Number(count);
};

test('a document that is printed runs no script and loads nothing from elsewhere', async ({ desk }) => {
  const paragraphs = '<p>one</p><p>two</p><p>three</p>';
  const everyParagraphItsPage = 'p:not(:last-of-type){break-after:page}';
  const style = `<style>${everyParagraphItsPage}</style>`;
  const sheet = `<link rel="stylesheet" href="data:text/css,${everyParagraphItsPage}">`;
  const script = `<script>document.head.insertAdjacentHTML('beforeend', '${style}')</script>`;
  expect(await pagesOf(desk, style + paragraphs)).toBe(3);
  expect(await pagesOf(desk, sheet + paragraphs)).toBe(1);
  expect(await pagesOf(desk, script + paragraphs)).toBe(1);
});

test('nothing is printed when the person picks no file', async ({ desk }) => {
  await pickFile(desk, null);
  expect(await desk.call('desktop.file.savePdf', { name: 'a.pdf', html: '<p>a</p>' })).toEqual({
    ok: true,
    value: { path: null },
  });
  expect((await desk.call('desktop.file.savePdf', { name: 'a.pdf', html: '' })).ok).toBe(false);
});
