import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Contract } from '../../shared/contract/endpoint.ts';
import { contract } from '../../shared/contract/index.ts';
import { CALL_CHANNEL, EVENT_CHANNEL, desktopCommands } from '../../shared/desktop.ts';
import { succeed } from '../../shared/failure.ts';
import { createBridge } from './bridge.ts';
import type { Bridge } from './bridge.ts';
import type { Asker, DesktopHandlers } from './desktop-handlers.ts';

let calls: { path: string; input: unknown; options: unknown }[];
let commands: { id: string; input: unknown }[];
let said: string[];
let bridge: (id: unknown, input: unknown, options: unknown) => ReturnType<Bridge>;
const asker = {} as Asker;

beforeEach(() => {
  [calls, commands, said] = [[], [], []];
  const handler = (id: string) => (input: unknown) => {
    commands.push({ id, input });
    if (id === 'backend.restart') throw new Error('a defect');
    return Promise.resolve(succeed({}));
  };
  const desktop = Object.fromEntries(Object.keys(desktopCommands).map((id) => [id, handler(id)]));
  const answer = createBridge({
    call: ({ path }, input, options) => {
      calls.push({ path, input, options });
      return Promise.resolve(succeed(null));
    },
    desktop: desktop as unknown as DesktopHandlers,
    log: {
      info: () => undefined,
      warn: (message) => void said.push(message),
      error: (message) => void said.push(message),
    },
  });
  bridge = (id, input, options) => answer(id, input, options, asker);
});

const codeOf = async (...args: Parameters<typeof bridge>) => {
  const result = await bridge(...args);
  return result.ok ? 'ok' : result.failure.code;
};

describe('a call', () => {
  test('reaches the gateway parsed, with defaults filled in and unknown fields gone', async () => {
    expect(await codeOf('alerts.list', { pageNumber: 2, hack: true }, undefined)).toBe('ok');
    expect(calls).toEqual([
      {
        path: contract.alerts.list.path,
        input: { categoryId: 0, isGrouped: false, pageNumber: 2, pageSize: 12 },
        options: {},
      },
    ]);
  });

  test('that carries a bad payload names each bad field and goes no further', async () => {
    const result = await bridge('alerts.list', { pageNumber: 'two', categoryId: 99 }, undefined);
    expect(result).toMatchObject({ ok: false, failure: { code: 'invalid' } });
    expect(Object.keys((!result.ok && result.failure.fields) || {}).sort()).toEqual([
      'categoryId',
      'pageNumber',
    ]);
    expect(calls).toEqual([]);
    expect(said).toHaveLength(1);
  });

  test.each([null, 7, 'text', []])('with %j for a payload is refused', async (input) => {
    expect(await codeOf('alerts.read', input, undefined)).toBe('invalid');
  });

  test('passes the idempotency key on, and only a proper one', async () => {
    const idempotencyKey = '0d9f4a3e-6c1b-4f1e-9a55-0a4bb7f3c001';
    await bridge('alerts.count', {}, { idempotencyKey });
    expect(calls[0]?.options).toEqual({ idempotencyKey });
    expect(await codeOf('alerts.count', {}, { idempotencyKey: 'again' })).toBe('invalid');
  });

  test('passes a proof on, and only a proper one', async () => {
    const proof = { kind: 'code', text: '135790' };
    await bridge('alerts.count', {}, { proof });
    expect(calls[0]?.options).toEqual({ proof });
    for (const none of ['135790', { kind: 'token', text: 'x' }, { kind: 'code', text: '' }, { kind: 'code' }])
      expect(await codeOf('alerts.count', {}, { proof: none })).toBe('invalid');
    // What is refused is not written down: it may be a password.
    expect(said.join()).not.toContain('135790');
  });

  test.each([
    'session.login',
    'session.register',
    'session.refresh',
    'session.logout',
    'stream.watch',
    'alerts',
    'alerts.nothing',
    'alerts.list.more',
    'alerts.constructor',
    '__proto__.list',
    'constructor.name',
    'desktop.nothing',
    'desktop.toString',
    '',
  ])('named %s does not exist for a window', async (id) => {
    expect(await codeOf(id, {}, undefined)).toBe('no-such-call');
    expect([calls.length, commands.length, said.length]).toEqual([0, 0, 1]);
  });

  test.each([undefined, 7, {}, ['alerts.list']])('whose id is %j is refused', async (id) => {
    expect(await codeOf(id, {}, undefined)).toBe('invalid');
  });

  test('no call that takes the API token is reachable', async () => {
    for (const [domain, endpoints] of Object.entries<Contract[string]>(contract))
      for (const [name, endpoint] of Object.entries(endpoints))
        if (endpoint.access === 'api-token')
          expect(await codeOf(`${domain}.${name}`, {}, undefined)).toBe('no-such-call');
  });
});

describe('a desktop command', () => {
  test('is carried out with its parsed input', async () => {
    expect(await codeOf('desktop.session.sign-in', { email: ' a@b.in ', password: 'x' }, undefined)).toBe(
      'ok',
    );
    expect(commands).toEqual([
      { id: 'session.sign-in', input: { email: 'a@b.in', password: 'x', isRemembered: true } },
    ]);
  });

  test.each([
    ['desktop.settings.change', { skin: 'pink' }],
    ['desktop.settings.change', { backend: { kind: 'server', url: 'http://evil.example' } }],
    ['desktop.file.save', { name: '', text: '' }],
  ])('%s refuses %j', async (id, input) => {
    expect(await codeOf(id, input, undefined)).toBe('invalid');
    expect(commands).toEqual([]);
  });

  test('that fails inside is a failure to the caller and a line in the log, without its details', async () => {
    const result = await bridge('desktop.backend.restart', {}, undefined);
    expect(result).toMatchObject({ ok: false, failure: { code: 'internal' } });
    expect(JSON.stringify(result)).not.toContain('a defect');
    expect(said).toEqual(['A call failed inside the desktop']);
  });
});

test('the preload uses the two channels that main uses, and exposes one name', () => {
  const preloadSource = readFileSync(new URL('../../preload/preload.ts', import.meta.url), 'utf8');
  expect(preloadSource).toContain(`CALL_CHANNEL = '${CALL_CHANNEL}'`);
  expect(preloadSource).toContain(`EVENT_CHANNEL = '${EVENT_CHANNEL}'`);
  expect(preloadSource.match(/exposeInMainWorld/g)).toHaveLength(1);
});
