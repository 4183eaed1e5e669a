import { randomUUID } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunDetail } from '../../src/shared/contract/backtests.ts';
import { istMidnight } from '../../src/shared/time.ts';
import { BACKEND_SOURCE, startBackendProcess } from '../support/backend-process.ts';
import { SWEEP_SETS, slowSweep } from '../support/slow-sweep.ts';
import { startTestBackend } from '../support/test-backend.ts';
import { until } from '../support/until.ts';

const folders: string[] = [];
const folder = (): string => {
  const made = mkdtempSync(join(tmpdir(), 'trickdesk-kill-backtest-'));
  folders.push(made);
  return made;
};

let prepared = '';
let accessToken = '';
let order: object = {};
/** The run as it ends when nobody disturbs it. */
let undisturbed: RunDetail;

const caller =
  (url: string) =>
  async <T>(path: string, body: object = {}): Promise<T> => {
    const response = await fetch(`${url}/userapi/${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${accessToken}`,
        'idempotency-key': randomUUID(),
      },
      body: JSON.stringify(body),
    });
    const answer = (await response.json()) as { message: string; data: T };
    if (!response.ok) throw new Error(`${path}: ${response.status} ${answer.message}`);
    return answer.data;
  };

const runOn = async (url: string, backtestId: number): Promise<RunDetail> => {
  const { backtest } = await caller(url)<{ backtest: RunDetail }>('getUserBacktest', { backtestId });
  return backtest;
};
const ended = (url: string, backtestId: number): Promise<RunDetail> =>
  until(
    'the run to end',
    async () => {
      const run = await runOn(url, backtestId);
      return run.finishedAt !== null && run;
    },
    60_000,
  );
const creditsUsed = async (url: string): Promise<number> =>
  (await caller(url)<{ quota: { used: number } }>('getBacktestPlans')).quota.used;

/** Start the sweep, or find it, and kill the backend midway. */
const killInTheMiddle = async (dataDir: string, known?: number): Promise<number> => {
  const backend = await startBackendProcess(dataDir, BACKEND_SOURCE);
  const backtestId =
    known ?? (await caller(backend.url)<{ backtestId: number }>('startsweep', order)).backtestId;
  await until(
    'the sweep to be under way',
    async () => {
      const { state, progressPercent } = await runOn(backend.url, backtestId);
      if (state === 'done') throw new Error('The sweep was over before it could be cut off.');
      return state === 'running' && progressPercent > 10;
    },
    60_000,
  );
  await backend.kill();
  return backtestId;
};

beforeAll(async () => {
  prepared = folder();
  const server = await startTestBackend({ dataDir: prepared });
  await server.backend.prepared;
  ({ accessToken } = await server.register('killed'));
  const today = istMidnight(server.backend.parts.marketRuns.simulated.session.now);
  order = slowSweep(today);
  await server.close();
  const control = folder();
  cpSync(prepared, control, { recursive: true });
  const alone = await startTestBackend({ dataDir: control });
  await alone.backend.prepared;
  const { backtestId } = await caller(alone.url)<{ backtestId: number }>('startsweep', order);
  undisturbed = await ended(alone.url, backtestId);
  await alone.close();
}, 120_000);
afterAll(() => {
  for (const made of folders) rmSync(made, { recursive: true, force: true });
});

describe('a backend that is killed in the middle of a sweep', () => {
  it('runs it again after the restart, to the same result, for the same credits', async () => {
    const victim = folder();
    cpSync(prepared, victim, { recursive: true });
    const backtestId = await killInTheMiddle(victim);
    const backend = await startBackendProcess(victim, BACKEND_SOURCE);
    const run = await ended(backend.url, backtestId);
    expect(undisturbed.state).toBe('done');
    expect(undisturbed.sweep?.sets.values[0]).toHaveLength(SWEEP_SETS);
    for (const part of ['state', 'credits', 'figures', 'result', 'sweep', 'assumptions'] as const)
      expect(run[part]).toEqual(undisturbed[part]);
    // One for each hundred sets that were begun.
    expect(await creditsUsed(backend.url)).toBe(Math.ceil(SWEEP_SETS / 100));
    const trades = await caller(backend.url)<{ total: number }>('backtestTradeHistory', { backtestId });
    expect(trades.total).toBe(undisturbed.figures?.trades);
    await backend.kill();
  }, 90_000);

  it('gives a run up that was cut off twice, and returns its credits', async () => {
    const victim = folder();
    cpSync(prepared, victim, { recursive: true });
    const backtestId = await killInTheMiddle(victim);
    await killInTheMiddle(victim, backtestId);
    const backend = await startBackendProcess(victim, BACKEND_SOURCE);
    const run = await ended(backend.url, backtestId);
    expect(run).toMatchObject({
      state: 'failed',
      credits: 0,
      message: 'It was cut off 2 times, so it was given up.',
    });
    expect(await creditsUsed(backend.url)).toBe(0);
    await backend.kill();
  }, 90_000);
});
