import { expect, test } from 'vitest';
import type { BackendState } from '../../shared/desktop.ts';
import { ChosenBackend } from './backend-choice.ts';

const SERVER = { kind: 'server', url: 'https://desk.example/', apiToken: 'a token' } as const;

/** A host that counts, and what was told of the choice. */
const choosing = () => {
  const calls: string[] = [];
  const heard: BackendState[] = [];
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
  const backend: ChosenBackend = new ChosenBackend(host, { kind: 'embedded' }, () =>
    heard.push(backend.state),
  );
  return { backend, calls, heard };
};

test('who chooses a server hears that it is in use, however far the embedded one had come', async () => {
  const { backend, calls, heard } = choosing();
  await backend.choose(SERVER);
  expect(backend.isUsing({ ...SERVER })).toBe(true);
  expect(calls).toEqual(['stop']);
  expect(heard).toMatchObject([{ state: 'up', kind: 'server', message: 'In use: the server desk.example.' }]);
  expect(await backend.target()).toEqual({ baseUrl: 'https://desk.example', apiToken: 'a token' });
});

test('choosing what is in use already changes nothing', async () => {
  const { backend, calls, heard } = choosing();
  await backend.choose(SERVER);
  await backend.choose({ ...SERVER });
  expect(heard).toHaveLength(1);
  expect(calls).toEqual(['stop']);
});
