// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest';
import { barReplay } from './bar-replay.ts';

const other = new BroadcastChannel('bar-replay');
afterEach(() => barReplay.end());

/** The next message to another window. */
const nextMessage = () =>
  new Promise<unknown>((resolve) => {
    other.onmessage = ({ data }: MessageEvent) => resolve(data);
  });

test('a window that opens during a replay is told its time', async () => {
  const begun = nextMessage();
  barReplay.goTo(1_000);
  expect(await begun).toEqual({ at: 1_000, player: null });
  const answer = nextMessage();
  other.postMessage('ask');
  expect(await answer).toEqual({ at: 1_000, player: null });
});
