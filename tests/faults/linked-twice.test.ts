import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { LinkBroker } from '../../src/backend/brokers/broker-link.ts';
import { ownLink, SAMPLE_LINK } from '../support/live-sample.ts';
import { startTestBackend, type TestBackend } from '../support/test-backend.ts';
import { LivePeople } from '../support/live-person.ts';

/** Two clicks on Link leave one account that is looked after. It is linked, and there is none that nobody can reach. */
const people = new LivePeople();
/** How long the next log-outs take at the broker. */
const logOuts: number[] = [];
let server: TestBackend;

beforeAll(async () => {
  const linkBroker: LinkBroker = async (apiKey) => {
    const link = await people.links.link(apiKey);
    return { ...link, logOut: () => wait(logOuts.shift() ?? 0) };
  };
  server = await startTestBackend({ clock: people.clock, linkBroker, accessTokenMs: 1e10 });
});
afterAll(() => server.dispose());

it('the first account, linked twice at once', async () => {
  const user = await server.register('twice');
  const link = ownLink();
  const answers = await Promise.all([user.ask('live.link', link), user.ask('live.link', link)]);
  expect(answers.map(({ status }) => status)).not.toContain(500);
  expect((await user.call('live.account', {})).broker_angelone_details?.state).toBe('connected');
});

it('another account over a linked one, twice at once', async () => {
  const user = await server.register('again');
  await user.call('live.link', ownLink());
  logOuts.push(50, 400);
  const answers = await Promise.all([
    user.ask('live.link', { ...SAMPLE_LINK, clientCode: 'B654321' }),
    user.ask('live.link', { ...SAMPLE_LINK, clientCode: 'B654321' }),
  ]);
  expect({
    failed: answers.filter(({ status }) => status === 500).length,
    state: (await user.call('live.account', {})).broker_angelone_details?.state,
  }).toEqual({ failed: 0, state: 'connected' });
});
