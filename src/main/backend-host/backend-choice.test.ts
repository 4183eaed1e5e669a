import { expect, test } from 'vitest';
import type { BackendState } from '../../shared/desktop.ts';
import { serverTokens } from '../vault/server-token.ts';
import { openVault } from '../vault/vault.ts';
import { ChosenBackend } from './backend-choice.ts';

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
const SERVER = { kind: 'server', url: 'https://desk.example/', apiToken: 'a token' } as const;

/** A host that counts, and what was told of the choice. */
const choosing = () => {
  const calls: string[] = [];
  const states: BackendState[] = [];
  const host = {
    state: {
      state: 'starting',
      kind: 'embedded',
      message: 'It is starting.',
      logTail: [],
      keyState: 'fits' as const,
    } as BackendState,
    target: () => Promise.resolve(null),
    start: () => void calls.push('start'),
    stop: () => Promise.resolve(void calls.push('stop')),
    restart: () => Promise.resolve(void calls.push('restart')),
  };
  const tokens = serverTokens(openVault([], quiet));
  const backend: ChosenBackend = new ChosenBackend(host, { kind: 'embedded' }, tokens, () =>
    states.push(backend.state),
  );
  return { backend, calls, states };
};

test('a user who chooses a server is told that it is in use, however far the embedded one had come', async () => {
  const { backend, calls, states } = choosing();
  await backend.choose(SERVER);
  expect(backend.isUsing({ kind: 'server', url: SERVER.url })).toBe(true);
  expect(calls).toEqual(['stop']);
  expect(states).toMatchObject([
    { state: 'up', kind: 'server', message: 'In use: the server desk.example.' },
  ]);
  expect(await backend.target()).toEqual({ baseUrl: 'https://desk.example', apiToken: 'a token' });
});

test('choosing what is in use already changes nothing', async () => {
  const { backend, calls, states } = choosing();
  await backend.choose(SERVER);
  await backend.choose({ kind: 'server', url: SERVER.url });
  expect(states).toHaveLength(1);
  expect(calls).toEqual(['stop']);
});

test('another token for the server in use is a change, and no other server is sent it', async () => {
  const { backend } = choosing();
  await backend.choose(SERVER);
  expect(backend.isUsing({ ...SERVER, apiToken: 'another' })).toBe(false);
  await backend.choose({ ...SERVER, apiToken: 'another' });
  expect(await backend.target()).toMatchObject({ apiToken: 'another' });
  await backend.choose({ kind: 'server', url: 'https://other.example' });
  expect(await backend.target()).toEqual({ baseUrl: 'https://other.example', apiToken: '' });
});
