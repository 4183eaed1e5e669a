import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkLedger } from '../../src/backend/ledger/ledger-check.ts';
import type { CallId } from '../../src/shared/contract/index.ts';
import { DAY_MS, istDate, istMidnight } from '../../src/shared/time.ts';
import { doneOnlyWhole, NEVER_MS } from '../support/failing-call.ts';
import { type SqliteTrouble } from '../support/failing-statements.ts';
import { addMoneySample } from '../support/money-sample.ts';
import { RSI_RULES } from '../support/rule-samples.ts';
import { startTestBackend, type TestBackend, type TestUser } from '../support/test-backend.ts';
import { until } from '../support/until.ts';
import { consoleFile, consoleRow } from '../support/tradebook-files.ts';

/** All kinds of trouble with `TRICKDESK_TROUBLES=all`; a full disk alone in every run. */
const KINDS: readonly SqliteTrouble[] =
  process.env['TRICKDESK_TROUBLES'] === 'all' ? ['full', 'io', 'busy'] : ['full'];

let server: TestBackend;
let user: TestUser;
let strategyId = 0;
let ticketId = 0;
let days = { from_date: '', to_date: '' };

beforeAll(async () => {
  server = await startTestBackend({ paymentDelayMs: NEVER_MS });
  await server.backend.prepared;
  user = await server.register('statements');
  await addMoneySample(server, user);
  // The first payment to somebody asks who it is; that is another call.
  await user.call('wallet.transfer', { to: 'friend@example.com', amount: 100_00 });
  const rules = { url: 'add', name: 'First', document: RSI_RULES } as const;
  strategyId = (await user.call('strategies.add', rules)).strategyId!;
  const ticket = { subject: 'A question', category: 'other', body: 'How?' } as const;
  ticketId = (await user.call('tickets.add', ticket)).ticket_list[0]!.ticketId;
  const { simulated } = server.backend.parts.marketRuns;
  const today = istMidnight(simulated.session.now);
  days = { from_date: istDate(today - 8 * DAY_MS), to_date: istDate(today - DAY_MS) };
  await simulated.session.stop();
}, 60_000);
afterAll(() => server.dispose());

const dayOf = (kind: string): number => KINDS.indexOf(kind as SqliteTrouble) + 2;

const longTradebook = (day: string): string =>
  consoleFile(
    ...Array.from({ length: 1_101 }, (_, tradeId) => consoleRow('SBIN', 'buy', day, 1, 400, { tradeId })),
  );

type Step = readonly [id: CallId, input: (kind: string) => Record<string, unknown>];

/**
 * Calls that change something, for each kind of trouble. They stand in an order in which each can succeed, once for
 * each kind.
 */
const STEPS: readonly Step[] = [
  ['wallet.transfer', () => ({ to: 'friend@example.com', amount: 100_00 })],
  ['wallet.add', () => ({ amount: 500_00, upiId: 'asha@okbank' })],
  ['wallet.withdraw', () => ({ amount: 600_00 })],
  ['subscription.buy', (kind) => ({ planId: { full: 'plus', io: 'pro', busy: 'plus' }[kind] })],
  ['strategies.add', (kind) => ({ url: 'add', name: `Rules ${kind}`, document: RSI_RULES })],
  ['strategies.clone', () => ({ strategyId: 2 })],
  ['strategies.settings', (kind) => ({ strategyId, maxTradesPerDay: kind.length })],
  ['strategies.start', () => ({ strategyId })],
  ['strategies.stop', () => ({ strategyId })],
  ['tickets.add', () => ({ subject: 'Another', category: 'other', body: 'Why?' })],
  ['tickets.reply', () => ({ ticketId, body: 'And when?' })],
  ['tickets.close', () => ({ ticketId })],
  ['profile.updatePersonal', (kind) => ({ city: `Pune ${kind}`, stateCode: '27' })],
  ['alerts.preferences', (kind) => ({ categories: [{ categoryId: 5, isWanted: kind === 'io' }] })],
  ['backtests.start', () => ({ strategyId, ...days, capital: 1_00_000_00 })],
  [
    'baskets.add',
    (kind) => ({
      name: `Two shares ${kind}`,
      constituents: [
        { instrument: 'ITC', weight: 50 },
        { instrument: 'TCS', weight: 50 },
      ],
    }),
  ],
  [
    'market.import',
    (kind) => ({
      files: [
        {
          name: 'ITC.csv',
          text: `timestamp,open,high,low,close,volume,oi\n2024-01-0${dayOf(kind)} 00:00:00+05:30,10,11,9,10,5,0\n`,
        },
      ],
    }),
  ],
  [
    'tradebook.import',
    (kind) => ({
      files: [
        { name: 'itc.csv', text: consoleFile(consoleRow('ITC', 'buy', `2025-04-0${dayOf(kind)}`, 10, 400)) },
      ],
    }),
  ],
  [
    // More than is written at once.
    'tradebook.import',
    (kind) => ({ files: [{ name: 'long.csv', text: longTradebook(`2025-05-0${dayOf(kind)}`) }] }),
  ],
];

describe.each(KINDS)('while a statement fails (%s)', (kind) => {
  it.each(STEPS)('%s is acknowledged only when done, whichever statement it is', async (id, inputOf) => {
    await doneOnlyWhole(server, { user, id, input: inputOf(kind), kind });
    // Its progress is written by itself.
    if (id === 'backtests.start')
      await until('the backtest', async () => {
        const [run] = (await user.call('backtests.list')).backtest_list;
        return run?.finishedAt;
      });
    expect((await checkLedger(server.backend.parts.database.read)).problems).toEqual([]);
  });
});
