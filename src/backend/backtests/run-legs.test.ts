import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestBackend, type TestBackend } from '../../../tests/support/test-backend.ts';
import { LegDocumentSchema } from '../../shared/leg-document.ts';
import { DAY_MS, istDayStart } from '../../shared/time.ts';
import { runLegs } from './run-legs.ts';

let server: TestBackend;
beforeAll(async () => {
  server = await startTestBackend();
  await server.backend.prepared;
});
afterAll(() => server.dispose());

/** Minutes of a session from 09:15 on. The price grows by `step` a minute. */
const minutesOf = (symbol: string, day: string, price: number, step: number): string[] =>
  Array.from({ length: 375 }, (_, index) => {
    const at = 555 + index;
    const clock = `${String(Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}`;
    const [open, close] = [price + index * step, price + (index + 1) * step].map((one) => one.toFixed(2));
    return [symbol, day.replaceAll('-', ''), clock, open, close, open, close, 650, 1000].join(',');
  });

/** Sell next week's call on Mondays and Wednesdays. With a stop, percent. */
const callWithStop = (value: number) =>
  LegDocumentSchema.parse({
    ...{ version: 2, underlying: 'NIFTY', entry: { at: '09:20', weekdays: [1, 3] } },
    exit: { at: '15:15', daysBeforeExpiry: 0 },
    legs: [
      {
        ...{
          side: 'sell',
          kind: 'call',
          lots: 1,
          expiry: 'next-week',
          strike: { by: 'at-the-money', steps: 0 },
        },
        stop: { of: 'premium', distance: { kind: 'percent', value } },
      },
    ],
  });

it('a document has the same results alone and among others', async () => {
  const user = await server.register('among-others');
  const { id: userId } = await user.call('profile.mine');
  const files = [
    ['index.csv', minutesOf('NIFTY', '2025-12-15', 26_000, 0), minutesOf('NIFTY', '2025-12-17', 26_000, 0)],
    // On Wednesday next week's contract is another one, and Monday's has no minutes any more.
    [
      'options.csv',
      minutesOf('NIFTY23DEC2526000CE', '2025-12-15', 100, 0.1),
      minutesOf('NIFTY30DEC2526000CE', '2025-12-17', 100, 0.1),
    ],
  ].map(([name, ...rows]) => ({ name: String(name), text: rows.flat().join('\n') }));
  const imported = await user.call('market.import', { files });
  expect(imported.files.map(({ outcome }) => outcome)).toEqual(['imported', 'imported']);
  const [from, before] = [istDayStart('2025-12-15'), istDayStart('2025-12-17') + DAY_MS];
  const terms = {
    ...{ seed: 1, userId, premiums: 'kept' as const, volatility: 12 },
    range: { ownerId: userId, source: 'replay' as const, from, before },
  };
  const db = server.backend.parts.database.read;
  const resultsOf = async (...documents: ReturnType<typeof callWithStop>[]) => {
    const run = await runLegs(db, documents, terms);
    if (!run.ok) throw new Error(run.failure.message);
    const { outcomes, missed } = run.value.simulators[0]?.results() ?? { outcomes: [], missed: [] };
    return { days: outcomes.map(({ day, net }) => `${day} ${net}`), missed };
  };
  const alone = await resultsOf(callWithStop(10));
  expect(alone.days).toHaveLength(2);
  expect(await resultsOf(callWithStop(10), callWithStop(900))).toEqual(alone);
});
