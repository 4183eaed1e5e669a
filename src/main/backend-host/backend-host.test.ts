import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { BackendOrder } from '../../shared/backend-handshake.ts';
import type { BackendState } from '../../shared/desktop.ts';
import { BackendHost } from './backend-host.ts';
import type { BackendProcess } from './backend-host.ts';

/** A backend that does what the test says. */
class FakeBackend implements BackendProcess {
  readonly orders: BackendOrder[] = [];
  isKilled = false;
  obeysStop = true;
  readonly #messages: ((message: unknown) => void)[] = [];
  readonly #lines: ((line: string) => void)[] = [];
  readonly #exits: ((code: number) => void)[] = [];
  post(order: BackendOrder): void {
    this.orders.push(order);
    if (order.type === 'stop' && this.obeysStop) this.die(0);
  }
  kill(): void {
    this.isKilled = true;
    this.die(143);
  }
  onMessage = (listener: (message: unknown) => void) => void this.#messages.push(listener);
  onLine = (listener: (line: string) => void) => void this.#lines.push(listener);
  onExit = (listener: (code: number) => void) => void this.#exits.push(listener);
  say(message: unknown): void {
    for (const listener of this.#messages) listener(message);
  }
  print(line: string): void {
    for (const listener of this.#lines) listener(line);
  }
  die(code: number): void {
    for (const listener of this.#exits.splice(0)) listener(code);
  }
}

const ready = (port: number, settled = { outcome: 'nothing', message: '' }) => ({
  type: 'ready',
  port,
  settled,
  keyState: 'fits',
});

let forked: FakeBackend[];
let states: BackendState[];
let host: BackendHost;
const last = () => forked.at(-1)!;
const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1_000);

beforeEach(async () => {
  vi.useFakeTimers();
  forked = [];
  states = [];
  const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
  host = new BackendHost({
    fork: () => {
      forked.push(new FakeBackend());
      return last();
    },
    dataDir: '/data',
    dataKeys: () => Promise.resolve(['key']),
    log: quiet,
    onChange: (state) => states.push(state),
  });
  host.start();
  await seconds(0);
});
afterEach(() => void vi.useRealTimers());

describe('starting', () => {
  test('passes folder, key and a token made for this run, and waits for the port', async () => {
    const target = host.target();
    const [order] = last().orders;
    expect(order).toMatchObject({ type: 'start', dataDir: '/data', dataKeys: ['key'] });
    const { apiToken } = order as { apiToken: string };
    expect(apiToken.length).toBeGreaterThanOrEqual(40);
    last().say(ready(4711));
    expect(await target).toEqual({ baseUrl: 'http://127.0.0.1:4711', apiToken });
    expect(host.state.state).toBe('up');
  });

  test('who asks before it is started waits for it', async () => {
    await host.stop();
    const early = host.target();
    host.start();
    await seconds(0);
    last().say(ready(4712));
    expect(await early).toMatchObject({ baseUrl: 'http://127.0.0.1:4712' });
  });

  test('a backend that says why it cannot run is not asked again, and waiting calls are let go', async () => {
    const target = host.target();
    last().say({ type: 'failed', message: 'The database was made by a newer version of TrickDesk.' });
    last().die(1);
    expect(await target).toBeNull();
    await seconds(60);
    expect(forked).toHaveLength(1);
    expect(host.state).toMatchObject({
      state: 'failed',
      message: 'The database was made by a newer version of TrickDesk.',
    });
  });

  test('a backend that never says a word is ended', async () => {
    await seconds(61);
    expect(forked[0]?.isKilled).toBe(true);
    expect(host.state.message).toBe('The trading service did not start in time.');
  });
});

describe('dying', () => {
  test('is reported at once, and it is started again with another token', async () => {
    last().say(ready(1));
    const first = await host.target();
    last().die(139);
    expect(await host.target()).toBeNull();
    expect(host.state.state).toBe('restarting');
    await seconds(1);
    last().say(ready(2));
    const second = await host.target();
    expect(second?.baseUrl).toBe('http://127.0.0.1:2');
    expect(second?.apiToken).not.toBe(first?.apiToken);
  });

  test('three times quickly is the end, with the reason and the last lines it printed', async () => {
    for (const line of ['first', 'second', 'third']) {
      last().print(`Error: ${line}`);
      last().die(1);
      await seconds(6);
    }
    expect(forked).toHaveLength(3);
    expect(host.state).toEqual({
      state: 'failed',
      kind: 'embedded',
      message: 'The trading service ended by itself (code 1).',
      logTail: ['Error: first', 'Error: second', 'Error: third'],
      keyState: 'fits' as const,
    });
    host.start();
    await seconds(0);
    expect(forked).toHaveLength(4);
  });

  test('now and then is no reason to give up', async () => {
    for (let death = 0; death < 6; death++) {
      last().say(ready(1));
      await seconds(30);
      last().die(1);
      await seconds(1);
    }
    expect(host.state.state).not.toBe('failed');
    expect(forked).toHaveLength(7);
  });
});

describe('ending', () => {
  test('asks first, and is no death', async () => {
    last().say(ready(1));
    await host.stop();
    expect(last().orders.at(-1)).toEqual({ type: 'stop' });
    expect(last().isKilled).toBe(false);
    await seconds(60);
    expect(forked).toHaveLength(1);
  });

  test('does not wait for ever', async () => {
    last().obeysStop = false;
    const stopped = host.stop();
    await seconds(6);
    await stopped;
    expect(last().isKilled).toBe(true);
  });

  test('is made up for when it is wanted again meanwhile', async () => {
    last().say(ready(1));
    last().obeysStop = false;
    const stopped = host.stop();
    host.start();
    expect(host.state.state).toBe('starting');
    const target = host.target();
    await seconds(6);
    await stopped;
    expect(forked).toHaveLength(2);
    last().say(ready(2));
    expect(await target).toMatchObject({ baseUrl: 'http://127.0.0.1:2' });
  });

  test('ends what was wanted again meanwhile', async () => {
    last().obeysStop = false;
    const first = host.stop();
    host.start();
    const second = host.stop();
    await seconds(6);
    await Promise.all([first, second]);
    expect(forked).toHaveLength(1);
  });

  test('while waiting to start again starts nothing', async () => {
    last().die(1);
    await host.stop();
    await seconds(60);
    expect(forked).toHaveLength(1);
  });
});

test('a message that is not in the protocol changes nothing', () => {
  last().say({ type: 'ready', port: 'http' });
  expect(host.state.state).toBe('starting');
});

test('a restore reports to its user what the next start made of it', async () => {
  last().say(ready(1));
  await host.stop();
  host.start();
  const started = host.whenStarted();
  await seconds(1);
  last().die(9);
  await seconds(1);
  last().say(ready(2, { outcome: 'taken-back', message: 'It is damaged.' }));
  expect(await started).toEqual({ outcome: 'taken-back', message: 'It is damaged.' });
  await host.stop();
  host.start();
  last().say({ type: 'failed', message: 'The disk is full.' });
  last().die(1);
  expect(await host.whenStarted()).toEqual({ outcome: 'nothing', message: '' });
});
