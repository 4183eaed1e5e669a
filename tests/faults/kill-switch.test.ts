import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AngelOneServer, startAngelOneServer } from '../angel-one/angel-one-server.ts';
import { startTestBackend, type TestBackend } from '../support/test-backend.ts';
import { expectSwitchHolds, STORM_CLOCK, WANTED } from './switch-storm.ts';

let server: AngelOneServer;
let backend: TestBackend;

beforeAll(async () => {
  server = await startAngelOneServer();
  backend = await startTestBackend({ clock: STORM_CLOCK, angelOneHosts: server.hosts });
});
afterAll(async () => {
  await backend.dispose();
  await server.close();
});

it(`the kill switch in a storm of ${WANTED} entries: none leaves after its answer, cancels and exits do`, async () => {
  const user = await backend.register('storm');
  await expectSwitchHolds({ server, backend: backend.backend, user });
  expect(server.seen.length).toBeGreaterThan(0);
}, 90_000);
