import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestBackend, type TestBackend, type TestUser } from '../../../../tests/support/test-backend.ts';
import { writeForAll } from '../../../../tests/support/write-for-all.ts';
import { angelFile, angelRow, consoleFile, consoleRow } from '../../../../tests/support/tradebook-files.ts';

let server: TestBackend;
let names = 0;

beforeAll(async () => {
  server = await startTestBackend();
  await server.backend.prepared;
}, 60_000);
afterAll(() => server.dispose());

const person = () => server.register(`booked${names++}`);
const bring = async (user: TestUser, text: string, more: { name?: string; onBad?: 'refuse-file' } = {}) => {
  const { name = 'tradebook.csv', onBad } = more;
  const { files } = await user.call('tradebook.import', { files: [{ name, text }], onBad });
  return files[0]!;
};
const fillsOf = async (user: TestUser, input = {}) =>
  (await user.call('tradebook.list', { pageSize: 100, ...input })).fills;
const counts = (report: Awaited<ReturnType<typeof bring>>) => [
  report.rowsRead,
  report.rowsKept,
  report.rowsRepeated,
  report.rowsRefused,
];

describe('importing a tradebook', () => {
  it('keeps every fill, reports what became of each row, and keeps the fills apart from our own trades', async () => {
    const user = await person();
    const report = await bring(
      user,
      consoleFile(
        consoleRow('ITC', 'buy', '2025-04-01', 10, 400.5),
        consoleRow('ITC', 'sell', '2025-06-02', 10, '450.00'),
        consoleRow('SBIN', 'buy', '2025-04-01', 5, '7,00'),
      ),
    );
    expect(report).toMatchObject({ broker: 'zerodha', outcome: 'imported', name: 'tradebook.csv' });
    expect(counts(report)).toEqual([3, 2, 0, 1]);
    expect(report.problems).toEqual([
      { line: 4, reason: 'the row has more cells than the header: a comma within a number, perhaps' },
    ]);
    const { fills, files, total } = await user.call('tradebook.list', {});
    expect(total).toBe(2);
    expect(
      fills.map(({ symbol, side, price, hasTime, charges }) => [symbol, side, price, hasTime, charges]),
    ).toEqual([
      ['ITC', 'sell', 450_00, true, null],
      ['ITC', 'buy', 400_50, true, null],
    ]);
    expect(files).toMatchObject([{ broker: 'zerodha', rowsKept: 2, rowsRefused: 1 }]);
    expect((await user.call('positions.trades', { isTest: 0 })).total).toBe(0);
  });

  it('changes nothing the second time, in another file, or when files overlap', async () => {
    const user = await person();
    const [a, b, c] = ['2025-04-01', '2025-04-02', '2025-04-03'].map((day) =>
      consoleRow('ITC', 'buy', day, 1, 400),
    );
    expect(counts(await bring(user, consoleFile(a!, b!)))).toEqual([2, 2, 0, 0]);
    expect(counts(await bring(user, consoleFile(a!, b!)))).toEqual([2, 0, 2, 0]);
    expect(counts(await bring(user, consoleFile(b!, c!, c!), { name: 'later.csv' }))).toEqual([3, 1, 2, 0]);
    expect(
      (await user.call('tradebook.list', {})).files.map(({ name, rowsKept }) => [name, rowsKept]),
    ).toEqual([
      ['later.csv', 1],
      ['tradebook.csv', 2],
    ]);
  });

  it('knows that exchanges number trades anew each day: the same number on another day is another trade', async () => {
    const user = await person();
    const rows = ['2025-04-01', '2025-04-02'].map((day) =>
      consoleRow('ITC', 'buy', day, 1, 400, { tradeId: 7 }),
    );
    expect(counts(await bring(user, consoleFile(...rows)))).toEqual([2, 2, 0, 0]);
  });

  it('refuses a trade id that comes back with other figures, and says where it was', async () => {
    const user = await person();
    const row = (quantity: number) => consoleRow('ITC', 'buy', '2025-04-01', quantity, 400, { tradeId: 7 });
    const twice = await bring(user, consoleFile(row(1), row(2)));
    expect(twice.problems).toEqual([
      { line: 3, reason: 'trade 7 is on line 2 with another quantity or price' },
    ]);
    const again = await bring(user, consoleFile(row(3)));
    expect(again.problems).toEqual([
      { line: 2, reason: 'trade 7 is imported before with another quantity or price' },
    ]);
    expect(await fillsOf(user)).toHaveLength(1);
  });

  it('identifies a fill without a trade id by its figures, and counts two alike in one file as two', async () => {
    const user = await person();
    const nameless = consoleRow('ITC', 'buy', '2025-04-01', 5, 400, { tradeId: '', orderId: 9 });
    expect(counts(await bring(user, consoleFile(nameless, nameless)))).toEqual([2, 2, 0, 0]);
    expect(counts(await bring(user, consoleFile(nameless, nameless)))).toEqual([2, 0, 2, 0]);
    expect(counts(await bring(user, consoleFile(nameless, nameless, nameless)))).toEqual([3, 1, 2, 0]);
    // The broker's later export has the ids: three of these are the three that are there.
    const named = [1, 2, 3, 4].map((tradeId) =>
      consoleRow('ITC', 'buy', '2025-04-01', 5, 400, { tradeId, orderId: 9 }),
    );
    expect(counts(await bring(user, consoleFile(...named)))).toEqual([4, 1, 3, 0]);
  });

  it('keeps a contract under the symbol that it has everywhere, and knows it from an import of before', async () => {
    const user = await person();
    const rows = ['buy', 'sell'] as const;
    const file = consoleFile(
      ...rows.map((side) =>
        consoleRow('NIFTY26JAN24500CE', side, '2026-01-05', 65, 100, { segment: 'FO', tradeId: side }),
      ),
    );
    expect(counts(await bring(user, file))).toEqual([2, 2, 0, 0]);
    const symbols = async () => (await fillsOf(user)).map(({ symbol }) => symbol);
    expect(await symbols()).toEqual(['NIFTY 2026-01-27 24500 CE', 'NIFTY 2026-01-27 24500 CE']);
    // As an earlier version of the program has kept it.
    await writeForAll(server.backend.parts.database, (tx) =>
      tx.query
        .updateTable('tradebook_fills')
        .set({ symbol: 'NIFTY26JAN24500CE' })
        .where('symbol', '=', 'NIFTY 2026-01-27 24500 CE')
        .execute(),
    );
    expect(counts(await bring(user, file))).toEqual([2, 0, 2, 0]);
  });

  it('imports whole files or none when asked to, and refuses what no broker wrote', async () => {
    const user = await person();
    const bad = consoleFile(consoleRow('ITC', 'buy', '2025-04-01', 1, 400), 'ITC');
    expect(await bring(user, bad, { onBad: 'refuse-file' })).toMatchObject({
      outcome: 'refused',
      rowsRead: 2,
      rowsKept: 0,
      rowsRefused: 2,
      problems: [{ line: 3 }],
    });
    expect(await bring(user, 'a,b\n1,2')).toMatchObject({
      outcome: 'refused',
      broker: null,
      problems: [{ line: 0 }],
    });
    expect(await fillsOf(user)).toEqual([]);
  });

  it('takes a file out again with its fills, and nobody else’s', async () => {
    const [user, other] = [await person(), await person()];
    const text = angelFile(angelRow('ITC LTD', 'Buy', '2025-04-01', 3, 400, { brokerage: 20 }));
    for (const one of [user, other]) await bring(one, text, { name: 'angel.csv' });
    const { files, fills } = await user.call('tradebook.list', {});
    expect(fills[0]).toMatchObject({ broker: 'angel-one', hasTime: false, charges: 20_00 });
    const { fileId } = files[0]!;
    expect((await other.ask('tradebook.remove', { fileId })).status).toBe(404);
    const { body } = await user.ask('tradebook.remove', { fileId });
    expect(body.message).toBe('angel.csv is taken out, with 1 fills.');
    expect(await user.call('tradebook.list', {})).toMatchObject({ fills: [], files: [], total: 0 });
    expect(await fillsOf(other)).toHaveLength(1);
    // Afterwards it can be imported anew.
    expect(counts(await bring(user, text))).toEqual([1, 1, 0, 0]);
  });

  it('is listed by symbol, by day and by file, newest first, in stable pages', async () => {
    const user = await person();
    const rows = Array.from({ length: 15 }, (_, index) =>
      consoleRow(index % 3 ? 'ITC' : 'SBIN', 'buy', '2025-04-01', 1 + index, 400, { tradeId: index }),
    );
    await bring(user, consoleFile(...rows));
    await bring(user, consoleFile(consoleRow('INFY', 'buy', '2025-05-05', 1, 1500)), { name: 'may.csv' });
    expect(await fillsOf(user, { search: 'SBIN' })).toHaveLength(5);
    expect((await fillsOf(user, { from_date: '2025-04-02' })).map(({ symbol }) => symbol)).toEqual(['INFY']);
    const { files } = await user.call('tradebook.list', {});
    expect(await fillsOf(user, { fileId: files[0]!.fileId })).toHaveLength(1);
    const pages = await Promise.all([1, 2].map((pageNumber) => fillsOf(user, { pageNumber, pageSize: 12 })));
    expect(new Set(pages.flat().map(({ fillId }) => fillId)).size).toBe(16);
  });

  const manyRows = (day: string, count: number) =>
    consoleFile(
      ...Array.from({ length: count }, (_, tradeId) => consoleRow('ITC', 'buy', day, 1, 400, { tradeId })),
    );

  it('keeps a long file whole, lists it with all its rows, and takes all of them out again', async () => {
    const user = await person();
    const text = manyRows('2025-04-01', 2_500);
    expect(counts(await bring(user, text))).toEqual([2_500, 2_500, 0, 0]);
    expect(counts(await bring(user, text))).toEqual([2_500, 0, 2_500, 0]);
    const { files, total } = await user.call('tradebook.list', {});
    expect([files.map(({ rowsKept }) => rowsKept), total]).toEqual([[2_500], 2_500]);
    const { fileId } = files[0]!;
    expect((await user.call('tradebook.remove', { fileId })).fills).toBe(2_500);
    expect(await user.call('tradebook.list', {})).toMatchObject({ fills: [], files: [], total: 0 });
  });

  it('knows in one file of an import what an earlier one has brought, unless that was refused', async () => {
    const user = await person();
    const row = (quantity: number) => consoleRow('ITC', 'buy', '2025-04-01', quantity, 400, { tradeId: 7 });
    const [good, bad] = [consoleFile(row(1)), consoleFile(row(2), 'ITC')];
    const importBoth = async (texts: readonly string[]) => {
      const files = texts.map((text, index) => ({ name: `${index}.csv`, text }));
      const answer = await user.call('tradebook.import', { files, onBad: 'refuse-file' });
      return answer.files.map(counts);
    };
    expect(await importBoth([bad, good, good])).toEqual([
      [2, 0, 0, 2],
      [1, 1, 0, 0],
      [1, 0, 1, 0],
    ]);
  });

  it('holds the same whether a file is removed before or after one that repeats it', async () => {
    const user = await person();
    await bring(user, manyRows('2025-04-01', 1_500));
    const [{ fileId } = { fileId: 0 }] = (await user.call('tradebook.list', {})).files;
    const [again, { fills }] = await Promise.all([
      bring(user, manyRows('2025-04-01', 3_000)),
      user.call('tradebook.remove', { fileId }),
    ]);
    const { files, total } = await user.call('tradebook.list', {});
    expect(fills).toBe(1_500);
    expect(counts(again)[1]).toBe(total);
    expect(files.map(({ rowsKept }) => rowsKept)).toEqual([total]);
    expect([1_500, 3_000]).toContain(total);
  });

  it('counts every row once and keeps every fill once, however a book is cut into files', async () => {
    const row = fc.record({ day: fc.integer({ min: 1, max: 3 }), tradeId: fc.integer({ min: 1, max: 12 }) });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(row, { maxLength: 12 }), { minLength: 1, maxLength: 4 }),
        async (books) => {
          const user = await person();
          const seen = new Set<string>();
          for (const book of books) {
            const report = await bring(
              user,
              // The figures follow from the id, as they do in a broker's book.
              consoleFile(
                ...book.map(({ day, tradeId }) =>
                  consoleRow('ITC', 'buy', `2025-04-0${day}`, tradeId, 400, { tradeId }),
                ),
              ),
            );
            let fresh = 0;
            for (const { day, tradeId } of book) {
              const key = `${day}:${tradeId}`;
              if (!seen.has(key)) fresh++;
              seen.add(key);
            }
            expect(counts(report)).toEqual([book.length, fresh, book.length - fresh, 0]);
          }
          expect((await fillsOf(user)).length).toBe(seen.size);
        },
      ),
      { numRuns: 12 },
    );
  });
});
