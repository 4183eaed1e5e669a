import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestBackend, type TestBackend, type TestUser } from '../../../../tests/support/test-backend.ts';
import type { CallId } from '../../../shared/contract/index.ts';
import { fail, succeed } from '../../../shared/failure.ts';
import { DAY_MS, istDate } from '../../../shared/time.ts';
import { rowsOnPaper } from '../../test-harness/paper.ts';
import { loadStatement, statementOf } from './statement.ts';
import { statementDocument } from './statement-document.ts';

const LINES_A_DAY = 130;
const STOLEN = '<img src=x onerror="steal()">';

let server: TestBackend;
let user: TestUser;
let passed = 0;
const day = (after: number) => istDate(Date.now() + after * DAY_MS);
const said = { wallet: 'main', holder: 'Asha & Sons', isSandbox: true } as const;

/** Write more than a page of entries today, of uneven paise. */
const writeLines = async (name: string): Promise<void> => {
  const { id: userId } = await user.call('profile.mine', {});
  const { database, ledger } = server.backend.parts;
  await database.write(userId, async (tx) => {
    for (let line = 0; line < LINES_A_DAY; line += 1) {
      const amount = line % 3 === 2 ? -(line * 7 + 1) : line * 101 + 99;
      await ledger.post(tx, {
        userId,
        key: `${name} ${line}`,
        kind: 'correction',
        note: STOLEN,
        postings: [
          { house: 'promotions', amount: -amount },
          { userId, account: 'available', amount },
        ],
      });
    }
  });
};

beforeAll(async () => {
  server = await startTestBackend({ clock: { now: () => Date.now() + passed }, accessTokenMs: 400 * DAY_MS });
  user = await server.register('statement');
  await writeLines('first');
  passed = DAY_MS;
  await writeLines('second');
  passed = 2 * DAY_MS;
  const call = async (id: string, input: unknown) => {
    const { status, body } = await user.ask(id as CallId, input);
    return status === 200 ? succeed(body.data) : fail('internal', body.message);
  };
  Object.assign(globalThis, { window: { bridge: { call } } });
}, 60_000);
afterAll(async () => {
  Reflect.deleteProperty(globalThis, 'window');
  await server.dispose();
});

const ask = async (from: string, to: string) => {
  const result = await loadStatement({ wallet: 'main', from, to });
  if (!result.ok) throw new Error(result.failure.message);
  return result.value;
};

/** Paise of an amount as the paper has it. */
const paiseOf = (text: string): number => Number(text.replaceAll(/[₹,.+]/g, '').replace('−', '-'));

test('the opening balance is what the day before left, and the figures follow from each other to the paisa', async () => {
  const whole = await ask('', '');
  const second = await ask(day(1), day(1));
  const { available } = await user.call('wallet.mine', {});
  expect(whole.opening).toBe(0);
  expect(whole.lines).toHaveLength(2 * LINES_A_DAY);
  expect(whole.closing).toBe(available);
  expect(second.lines).toHaveLength(LINES_A_DAY);
  expect(second.opening).toBe(whole.lines[LINES_A_DAY - 1]?.balance);
  for (const { opening, credits, debits, closing } of [whole, second])
    expect(opening + credits - debits).toBe(closing);
  expect(await ask(day(2), '')).toMatchObject({
    opening: available,
    credits: 0,
    closing: available,
    lines: [],
  });
});

test('what stands on the paper adds up by itself', async () => {
  const second = await ask(day(1), day(1));
  const { html, name } = statementDocument(second, { ...said, from: day(1), to: day(1) });
  expect(name).toBe(`statement-main-${day(1)}-${day(1)}`);
  const rows = rowsOnPaper(html);
  const [figures = []] = rows.filter(({ length }) => length === 4);
  const [opening = 0, credits = 0, debits = 0, closing = 0] = figures.map(paiseOf);
  expect(opening + credits - debits).toBe(closing);
  const lines = rows.filter(({ length }) => length === 6);
  const amounts = lines.map((cells) => paiseOf(cells[4] ?? ''));
  const moved = amounts.slice(0, -1).reduce((sum, amount) => sum + amount, 0);
  expect(lines).toHaveLength(LINES_A_DAY + 1);
  expect(moved).toBe(closing - opening);
  expect([amounts.at(-1), paiseOf(lines.at(-1)?.[5] ?? '')]).toEqual([moved, closing]);
});

test('a name and a note are text on the paper, and the sandbox says so', async () => {
  const { html } = statementDocument(await ask('', ''), { ...said, from: '', to: '' });
  expect(html).not.toContain('<img');
  expect(html).toContain('&lt;img src=x');
  expect(html).toContain('Asha &amp; Sons');
  expect(html).toContain('no real money moves');
});

test('a line that is missing, or one that does not follow, makes no statement', async () => {
  const { closing, lines } = await ask('', '');
  expect(statementOf({ opening: 0, closing }, lines)).not.toBeNull();
  expect(statementOf({ opening: 0, closing }, lines.toSpliced(5, 1))).toBeNull();
  expect(statementOf({ opening: 1, closing }, lines)).toBeNull();
});

test('a day on which the clock was set back has its statement like any other', async () => {
  user = await server.register('set-back');
  passed = 3 * DAY_MS;
  await writeLines('ahead');
  passed = 2 * DAY_MS;
  await writeLines('right');
  const { available } = await user.call('wallet.mine', {});
  expect((await ask('', '')).closing).toBe(available);
  for (const from of [day(2), day(3)]) expect((await ask(from, '')).lines.length).toBeGreaterThan(0);
  const times = (await ask(day(2), '')).lines.map(({ at }) => at);
  expect(times).toEqual(times.toSorted());
  // Each day goes on where the one before it ended, and each line where the line before it did.
  const [second, third] = [await ask(day(2), day(2)), await ask(day(3), day(3))];
  expect([second.opening, third.opening, third.closing]).toEqual([0, second.closing, available]);
  for (const { opening, lines } of [second, third])
    expect(lines.map(({ balance }) => balance)).toEqual(
      lines.map((_, index) => lines.slice(0, index + 1).reduce((sum, { amount }) => sum + amount, opening)),
    );
});
