// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { succeed } from '../../../shared/failure.ts';
import { taxReportSample, tradebookFill } from '../../test-harness/advice-samples.ts';
import { refuse, type Scripts } from '../../test-harness/fake-bridge.ts';
import { closeWindow, openWindow } from '../../test-harness/open-window.tsx';

afterEach(closeWindow);

const book: Scripts = {
  'tradebook.list': () => ({
    fills: [tradebookFill(1), tradebookFill(2, { broker: 'angel-one', hasTime: false, charges: 2_036 })],
    files: [
      {
        fileId: 3,
        name: 'tradebook.csv',
        broker: 'zerodha',
        importedAt: '2026-11-20T10:00:00+05:30',
        rowsRead: 3,
        rowsKept: 2,
        rowsRepeated: 0,
        rowsRefused: 1,
      },
    ],
    pageNumber: 1,
    pageSize: 12,
    total: 2,
  }),
};

test('a year has its classes, lots and the losses that meet its gains', async () => {
  const app = await openWindow('/reports');
  const losses = await screen.findByRole('table', { name: 'Losses carried forward' });
  expect(within(losses).getByText('₹240.00')).toBeTruthy();
  expect(within(screen.getByRole('table', { name: 'Lots' })).getByText('10-04-2026')).toBeTruthy();
  expect(screen.getByText('With 4 imported fills.')).toBeTruthy();
  expect(app.fake.inputsOf('reports.tax')[0]).toMatchObject({ mode: 'live', withTradebook: true });
  fireEvent.change(screen.getByRole('combobox', { name: 'Financial year' }), {
    target: { value: '2025-26' },
  });
  await waitFor(() =>
    expect(app.fake.inputsOf('reports.tax').at(-1)).toMatchObject({ financialYear: '2025-26' }),
  );
});

test('imported trades may be left out, and are never asked for with test trades', async () => {
  const app = await openWindow('/reports');
  fireEvent.click(await screen.findByRole('switch', { name: 'With imported tradebooks' }));
  await waitFor(() =>
    expect(app.fake.inputsOf('reports.tax').at(-1)).toMatchObject({ withTradebook: false }),
  );
  fireEvent.click(screen.getByRole('tab', { name: 'Paper' }));
  await waitFor(() =>
    expect(app.fake.inputsOf('reports.tax').at(-1)).toMatchObject({ mode: 'test', withTradebook: false }),
  );
  expect(screen.queryByRole('switch')).toBeNull();
  expect(screen.queryByRole('heading', { name: 'Imported tradebooks' })).toBeNull();
});

test('files are imported one by one, and each row that was refused is reported with its line', async () => {
  const app = await openWindow('/reports', {
    'tradebook.import': ({ files }) => ({
      files: files.map(({ name }) => ({
        name,
        broker: 'zerodha' as const,
        outcome: 'imported' as const,
        rowsRead: 3,
        rowsKept: 1,
        rowsRepeated: 1,
        rowsRefused: 1,
        problems: [{ line: 4, reason: 'the quantity is zero' }],
      })),
    }),
  });
  const before = app.fake.inputsOf('reports.tax').length;
  const picker = await screen.findByLabelText<HTMLInputElement>('Tradebook files');
  fireEvent.change(picker, { target: { files: [new File(['one'], 'a.csv'), new File(['two'], 'b.csv')] } });
  const table = await screen.findByRole('table', { name: 'Files just read' });
  expect(within(table).getAllByText('Imported in part')).toHaveLength(2);
  const reasons = screen.getAllByText('the quantity is zero');
  expect(reasons.map((reason) => reason.closest('li')?.textContent)).toEqual([
    'Line 4: the quantity is zero',
    'Line 4: the quantity is zero',
  ]);
  expect(app.fake.inputsOf('tradebook.import')).toEqual([
    { files: [{ name: 'a.csv', text: 'one' }] },
    { files: [{ name: 'b.csv', text: 'two' }] },
  ]);
  await waitFor(() => expect(app.fake.inputsOf('reports.tax').length).toBeGreaterThan(before + 1));
});

test('an import that fails says why beside the files', async () => {
  await openWindow('/reports', {
    'tradebook.import': () => refuse('too-large', 'The file is larger than 64 MB.'),
  });
  const picker = await screen.findByLabelText<HTMLInputElement>('Tradebook files');
  fireEvent.change(picker, { target: { files: [new File(['one'], 'a.csv')] } });
  expect((await screen.findAllByText('The file is larger than 64 MB.')).length).toBeGreaterThan(0);
});

test('a file is removed only after a question, and the safe answer is the first', async () => {
  const app = await openWindow('/reports', {
    ...book,
    'tradebook.remove': () => succeed({ fileId: 3, fills: 2 }, 'tradebook.csv is taken out, with 2 fills.'),
  });
  const fills = await screen.findByRole('table', { name: 'Imported fills' });
  expect(within(fills).getByText('not told')).toBeTruthy();
  expect(within(fills).getByText('₹20.36')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Remove tradebook.csv' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Remove tradebook.csv?' });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  expect(app.fake.inputsOf('tradebook.remove')).toEqual([]);
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  fireEvent.click(screen.getByRole('button', { name: 'Remove tradebook.csv' }));
  const again = await screen.findByRole('alertdialog', { name: 'Remove tradebook.csv?' });
  fireEvent.click(within(again).getByRole('button', { name: 'Remove it' }));
  expect((await screen.findAllByText('tradebook.csv is taken out, with 2 fills.')).length).toBeGreaterThan(0);
  expect(app.fake.inputsOf('tradebook.remove')).toEqual([{ fileId: 3 }]);
});

test('nothing to report leads to what can be imported', async () => {
  await openWindow('/reports', {
    'reports.tax': () => taxReportSample({ years: [], lots: [], losses: [], total: 0 }),
  });
  expect(await screen.findByText(/What you traded elsewhere can be imported below/)).toBeTruthy();
});

test('the CSV is the server’s whole report', async () => {
  const app = await openWindow('/reports', { 'desktop.file.save': () => ({ path: null }) });
  fireEvent.click(await screen.findByRole('button', { name: /^Export as CSV/ }));
  await waitFor(() => expect(app.fake.inputsOf('desktop.file.save')).toHaveLength(1));
  const [saved] = app.fake.inputsOf('desktop.file.save') as { name: string; text: string }[];
  expect(saved?.name).toBe('tax-live-2026-27.csv');
  expect(saved?.text).toContain(taxReportSample().csv);
});
