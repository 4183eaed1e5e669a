import { expect, test, vi } from 'vitest';
import { CALL_CHANNEL } from '../../shared/desktop.ts';
import { succeed } from '../../shared/failure.ts';
import type { Asker } from './desktop-handlers.ts';
import { listen } from './listen.ts';

type Handler = (event: unknown, ...given: unknown[]) => unknown;
const channels = vi.hoisted(() => new Map<string, Handler>());
vi.mock('electron', () => ({
  ipcMain: { handle: (channel: string, handler: Handler) => void channels.set(channel, handler) },
}));

test('a message is answered only when its sender is a window of ours, and any other is noted', async () => {
  const ours = { senderFrame: { url: 'app://desk/' } };
  const stranger = { senderFrame: { url: 'https://evil.example/' } };
  const [window, calls, said] = [{} as Asker, [] as unknown[], [] as unknown[]];
  listen(
    (id, input, options, asker) => {
      calls.push([id, input, options, asker === window]);
      return Promise.resolve(succeed('done'));
    },
    (event) => ((event as unknown) === ours ? window : null),
    { info: () => undefined, warn: (...words) => void said.push(words), error: () => undefined },
  );
  const call = channels.get(CALL_CHANNEL);
  expect(await call?.(ours, 'alerts.list', {}, undefined)).toEqual(succeed('done'));
  expect(await call?.(stranger, 'alerts.list', {}, undefined)).toMatchObject({
    ok: false,
    failure: { code: 'forbidden' },
  });
  expect(calls).toEqual([['alerts.list', {}, undefined, true]]);
  expect(said).toEqual([['A stranger used the bridge', { url: 'https://evil.example/' }]]);
});
