import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AngelOneServer, startAngelOneServer } from '../angel-one/angel-one-server.ts';
import { bundled } from '../support/bundled.ts';
import { mayTradeLive } from '../support/live-basket.ts';
import type { TestUser } from '../support/test-backend.ts';
import { until } from '../support/until.ts';
import { startBasketBackend, totpOf, worldTime } from './basket-backend.ts';
import { GTT_KILL_POINTS } from './gtt-kill-points.ts';
import type { GttTask } from './gtt-process.ts';

const SBIN = '3045';
const BEAT_MS = 50;
const LONGEST_LIFE_MS = 60_000;
const began = Date.now();
const ORDER = { symbol: 'SBIN', side: 'buy', triggerPrice: 790_00, price: 791_00 } as const;

let server: AngelOneServer;
let template = '';
let port = 0;
let user: TestUser;
let beat: NodeJS.Timeout;
let runs = 0;

beforeAll(async () => {
  server = await startAngelOneServer({ now: () => worldTime(began), hasRateLimits: false });
  const backend = await startBasketBackend({ hosts: server.hosts, began });
  await backend.backend.parts.marketRuns.whenOpen();
  user = await backend.register('killed-gtt');
  await mayTradeLive(backend, user);
  const { code: clientCode, apiKey, pin, totpSecret } = server.client;
  await user.call('live.link', { clientCode, apiKey, pin, totp: totpOf(totpSecret, began) });
  await user.call('manual.acceptLive', {
    ...{ capital: 1_00_000_00, maxLossPerDay: 50_000_00, isUnderstood: true, confirmName: 'LIVE' },
  });
  ({ port } = backend.backend);
  template = backend.dataDir;
  await backend.close();
  beat = setInterval(() => server.price(SBIN, 810_00), BEAT_MS);
}, 90_000);
afterAll(async () => {
  clearInterval(beat);
  rmSync(template, { recursive: true });
  await server.close();
});

/** Makes a call that its backend may not live to answer; again until it is done, or the backend dead. */
const asked = async (call: () => Promise<{ status: number }>, isDead: () => boolean): Promise<void> => {
  while (!isDead()) {
    const status = await call().then(
      (answer) => answer.status,
      () => 0,
    );
    if (status === 200) return;
    await new Promise((resolve) => setTimeout(resolve, BEAT_MS));
  }
};

/** Place and cancel in a process that kills itself at its point. */
const placeAndDie = async (task: GttTask, order: typeof ORDER & { quantity: number }, mark: string) => {
  const child = spawn(
    process.execPath,
    [await bundled('tests/faults/gtt-process.ts'), JSON.stringify(task)],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const tooLong = setTimeout(() => child.kill('SIGTERM'), LONGEST_LIFE_MS);
  let dead = false;
  const closed = (once(child, 'close') as Promise<[number | null, string | null]>).finally(
    () => (dead = true),
  );
  await Promise.race([once(child.stdout, 'data'), closed]);
  const isDead = (): boolean => dead;
  await asked(() => user.ask('gtt.place', { ...order, mark, isUnderstood: true }), isDead);
  while (!isDead()) {
    const [first] = await user.call('gtt.list', {}).then(
      ({ orders }) => orders,
      () => [],
    );
    if (first?.state === 'resting') {
      await asked(() => user.ask('gtt.cancel', { gttId: first.gttId }), isDead);
      break;
    }
    await new Promise((resolve) => setTimeout(resolve, BEAT_MS));
  }
  const [, signal] = await closed;
  clearTimeout(tooLong);
  expect(signal).toBe('SIGKILL');
};

it.each(GTT_KILL_POINTS)(
  'killed %s: a GTT order is one, and what is written is what the broker has',
  async (point) => {
    const order = { ...ORDER, quantity: ++runs };
    const mark = `killed-gtt-${runs}`;
    const dataDir = mkdtempSync(join(tmpdir(), 'trickdesk-gtt-'));
    cpSync(template, dataDir, { recursive: true });
    const mine = () => server.rules.all.filter(({ qty }) => qty === String(order.quantity));
    await placeAndDie({ world: { dataDir, port, hosts: server.hosts, began }, point }, order, mark);
    const backend = await startBasketBackend({ dataDir, port, hosts: server.hosts, began });
    try {
      await backend.backend.parts.marketRuns.whenOpen();
      const now = async () => (await user.call('gtt.list', {})).orders[0];
      // Its owner does not know what became of it, and sends it again with its mark.
      await until('an answer', async () => {
        const { status } = await user.ask('gtt.place', { ...order, mark, isUnderstood: true });
        return status === 200;
      });
      const isLost = point === 'before create' || point === 'after commit of submitted';
      await until('what the list says', async () => {
        const state = (await now())?.state;
        const [rule] = mine();
        if (isLost) return state === 'unknown' && rule === undefined;
        const isGone = rule?.status === 'CANCELLED';
        return state === (isGone ? 'cancelled' : 'resting') && (await now())?.isEnding === false;
      });
      expect(mine().length).toBe(isLost ? 0 : 1);
      const gttId = (await now())!.gttId;
      if (isLost) await user.call('gtt.settle', { gttId, isUnderstood: true });
      else await user.ask('gtt.cancel', { gttId });
      await until('its end', async () => !(await now())!.mayTrigger);
      expect(mine().filter(({ status }) => status !== 'CANCELLED')).toEqual([]);
    } finally {
      await backend.dispose();
    }
  },
  120_000,
);
