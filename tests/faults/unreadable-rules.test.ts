import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CallId } from '../../src/shared/contract/index.ts';
import { callIds, goodInput } from '../support/contract-fields.ts';
import { RSI_RULES } from '../support/rule-samples.ts';
import { requestOf, startTestBackend, type TestBackend, type TestUser } from '../support/test-backend.ts';
import { writeForAll } from '../support/write-for-all.ts';

/**
 * Unreadable rules stop their own strategy and nothing else. They are of another version, edited by hand, or restored.
 */
let server: TestBackend;
let owner: TestUser;
let other: TestUser;
let strategyId = 0;

const spoil = (document_json: string, id: number) =>
  writeForAll(server.backend.parts.database, (tx) =>
    tx.query.updateTable('strategies').set({ document_json, is_public: 1 }).where('id', '=', id).execute(),
  );

beforeAll(async () => {
  server = await startTestBackend();
  await server.backend.prepared;
  owner = await server.register('owner-of-bad-rules');
  other = await server.register('somebody-else');
  const input = { url: 'add', name: 'Bad rules', document: RSI_RULES } as const;
  strategyId = (await owner.call('strategies.add', input)).strategyId ?? 0;
  await owner.call('strategies.start', { strategyId });
  // One of the house's, which everybody sees, and their own.
  await spoil('{"version":2}', 1);
  await spoil('{"version":1,"entry":{', strategyId);
});
afterAll(() => server.dispose());

const CHANGES = /^(session|privacy)\./;

it('no call of anybody else breaks on them', async () => {
  const broken: string[] = [];
  for (const id of callIds as readonly CallId[]) {
    if (CHANGES.test(id)) continue;
    for (const input of [goodInput(id), { ...goodInput(id), strategyId: 1 }]) {
      const answer = await other.ask(id, input);
      if (answer.status >= 500 || answer.status === 401)
        broken.push(`${id}: ${answer.status} ${answer.body.message}`);
    }
  }
  expect(broken).toEqual([]);
});

it('no call of their owner breaks on them, and each says what is so', async () => {
  const broken: string[] = [];
  for (const id of callIds as readonly CallId[]) {
    if (CHANGES.test(id)) continue;
    const answer = await owner.ask(id, { ...goodInput(id), strategyId });
    if (answer.status >= 500 || answer.status === 401)
      broken.push(`${id}: ${answer.status} ${answer.body.message}`);
  }
  expect(broken).toEqual([]);
});

it('the market goes on for everybody else after a restart', async () => {
  const mine = await other.call('strategies.add', { url: 'add', name: 'Good', document: RSI_RULES });
  await other.call('strategies.start', { strategyId: mine.strategyId ?? 0 });
  const { dataDir } = server;
  await server.close();
  server = await startTestBackend({ dataDir });
  await server.backend.prepared;
  const { path, body } = requestOf('strategies.mine', { pageType: 'All', strategyStatus: 0 });
  const list = await server.post(path, JSON.parse(body), { authorization: `Bearer ${other.accessToken}` });
  expect([list.status, list.body.message]).toEqual([200, 'OK']);
});
