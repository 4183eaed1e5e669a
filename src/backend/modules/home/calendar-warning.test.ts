import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestBackend, type TestBackend } from '../../../../tests/support/test-backend.ts';

let now = Date.parse('2026-11-18T12:00:00+05:30');
let server: TestBackend;
beforeAll(async () => {
  server = await startTestBackend({ clock: { now: () => now } });
}, 60_000);
afterAll(() => server.dispose());

it('the header warns that the trading days end from six weeks before they do, whatever the market shown', async () => {
  const user = await server.register('calendar');
  expect((await user.call('home.header', {})).calendarWarning).toBeNull();
  expect((await user.call('home.header', {})).exchangeOpensAt).toBeNull();
  now = Date.parse('2026-11-19T00:00:00+05:30');
  const again = await server.register('later');
  // The market of its paper strategies is another one, in its own time.
  expect((await again.call('home.header', {})).exchangeOpensAt).toBe('2026-11-19T09:15:00+05:30');
  expect((await again.call('home.header', {})).calendarWarning).toMatch(/known until 31-12-2026/);
});
