import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { UpdateState } from '../../shared/desktop.ts';
import { Updater, type UpdateSource } from './updater.ts';

const at = (time: string) => Date.parse(`${time}+05:30`);
const EVENING = at('2026-11-20T19:00:00');
const MARKET = at('2026-11-20T11:00:00');

let source: UpdateSource & {
  version: string | null;
  problem: string | null;
  installs: number;
  checks: number;
};
let isWanted: boolean;
let isTradingLive: boolean;
let states: UpdateState['state'][];
const open = (given: UpdateSource | null = source) =>
  new Updater({
    source: given,
    isWanted: () => isWanted,
    isTradingLive: () => isTradingLive,
    onChange: ({ state }) => states.push(state),
  });

beforeEach(() => {
  vi.useFakeTimers();
  [isWanted, isTradingLive, states] = [true, false, []];
  source = {
    version: '1.2.0',
    problem: null,
    installs: 0,
    checks: 0,
    check: () => {
      source.checks++;
      return source.problem ? Promise.reject(new Error(source.problem)) : Promise.resolve(source.version);
    },
    download: (onPercent) => {
      onPercent(40);
      return source.problem ? Promise.reject(new Error(source.problem)) : Promise.resolve();
    },
    install: () => {
      if (source.problem) return Promise.reject(new Error(source.problem));
      source.installs++;
      return Promise.resolve();
    },
  };
});
afterEach(() => void vi.useRealTimers());

const ready = async () => {
  const updater = open();
  await updater.check();
  await updater.download();
  return updater;
};

describe('a new version', () => {
  test('is found, and goes no further until the person says so', async () => {
    const updater = open();
    updater.start();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(updater.state).toMatchObject({ state: 'available', version: '1.2.0' });
    await vi.advanceTimersByTimeAsync(24 * 3_600_000);
    expect(states).not.toContain('downloading');
    expect(source.installs).toBe(0);
    updater.stop();
  });

  test('is downloaded and installed when asked for', async () => {
    const updater = await ready();
    expect(states).toEqual(['checking', 'available', 'downloading', 'downloading', 'ready']);
    expect((await updater.install(EVENING)).ok).toBe(true);
    expect(source.installs).toBe(1);
  });

  test('is never installed while the market is open or something live runs', async () => {
    const updater = await ready();
    expect(await updater.install(MARKET)).toMatchObject({
      ok: false,
      failure: { message: /The market is open.*after 16:00/ },
    });
    expect(await updater.install(at('2026-11-08T18:30:00'))).toMatchObject({
      ok: false,
      failure: { message: /The market is open.*after 19:30/ },
    });
    isTradingLive = true;
    expect(await updater.install(EVENING)).toMatchObject({
      ok: false,
      failure: { message: /Something live/ },
    });
    expect(source.installs).toBe(0);
    isTradingLive = false;
    // A Saturday.
    expect((await updater.install(at('2026-11-21T11:00:00'))).ok).toBe(true);
  });

  test('that cannot be had is reported with the reason, and looked for again', async () => {
    source.problem = 'net::ERR_INTERNET_DISCONNECTED';
    const updater = open();
    await updater.check();
    expect(updater.state).toMatchObject({
      state: 'failed',
      message: 'It could not be looked for a new version: net::ERR_INTERNET_DISCONNECTED',
    });
    source.problem = null;
    expect(await updater.check()).toMatchObject({ state: 'available', message: '' });
  });

  test('that was changed while it lay here is not installed, and says why', async () => {
    const updater = await ready();
    source.problem = 'What was downloaded is not what was signed, so it is not installed.';
    const message = `The new version could not be installed: ${source.problem}`;
    expect(await updater.install(EVENING)).toMatchObject({
      ok: false,
      failure: { code: 'refused', message },
    });
    expect(updater.state).toMatchObject({ state: 'failed', message });
    expect(source.installs).toBe(0);
  });

  test('cannot be installed before it is there', async () =>
    expect(await open().install(EVENING)).toMatchObject({ ok: false, failure: { code: 'conflict' } }));
});

test('nobody looks where the person does not want it, and a copy without an address has nowhere to look', async () => {
  isWanted = false;
  const updater = open();
  updater.start();
  await vi.advanceTimersByTimeAsync(48 * 3_600_000);
  expect(source.checks).toBe(0);
  updater.stop();
  const homeless = open(null);
  homeless.start();
  expect([homeless.state.state, (await homeless.check()).state]).toEqual(['off', 'off']);
});
