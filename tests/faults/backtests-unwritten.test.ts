import { afterEach, beforeEach, expect, it } from 'vitest';
import { DAY_MS, istDate } from '../../src/shared/time.ts';
import { RSI_RULES } from '../support/rule-samples.ts';
import { startTestBackend, type TestBackend, type TestUser } from '../support/test-backend.ts';
import { until } from '../support/until.ts';

/** Backtests while the disk is full, and once there is space again. */
let server: TestBackend;
let user: TestUser;
let people = 0;

beforeEach(async () => {
  server = await startTestBackend();
  await server.backend.prepared;
  user = await server.register(`unwritten-${people++}`);
}, 60_000);
afterEach(() => server.dispose());

const start = async (): Promise<number> => {
  const now = server.backend.parts.marketRuns.simulated.session.now;
  const { backtestId } = await user.call('backtests.start', {
    document: RSI_RULES,
    name: 'Unwritten',
    from_date: istDate(now - 20 * DAY_MS),
    to_date: istDate(now - DAY_MS),
    capital: 5_00_000_00,
  });
  return backtestId;
};
const stateOf = async (backtestId: number) =>
  (await user.call('backtests.list', { backtestId })).backtest?.state;

/** Fail every commit from the next on. Until the returned function is called. */
const fillDisk = (): (() => void) => {
  const { database } = server.backend.parts;
  const { write } = database;
  database.write = () => Promise.reject(new Error('database or disk is full'));
  return () => {
    database.write = write;
  };
};

it('a run whose end could not be written goes on once there is space', async () => {
  const backtestId = await start();
  const makeSpace = fillDisk();
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  makeSpace();
  expect(['queued', 'running']).toContain(await stateOf(backtestId));
  await until('the end of the run', async () => (await stateOf(backtestId)) === 'done', 20_000);
});
