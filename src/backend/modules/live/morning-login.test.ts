import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { addLiveSample, ownLink } from '../../../../tests/support/live-sample.ts';
import { SeededLinks } from '../../../../tests/support/seeded-link.ts';
import { startTestBackend, type TestBackend, type TestUser } from '../../../../tests/support/test-backend.ts';
import { until } from '../../../../tests/support/until.ts';
import { DAY_MS } from '../../../shared/time.ts';
import { BrokerTrouble } from '../../brokers/broker.ts';

const SECRET = 'JBSWY3DPEHPK3PXP';
let server: TestBackend;
let links: SeededLinks;
/** Each test has a morning of its own; the clock goes on from where it is put. */
let began = Date.now();
let start = Date.parse('2026-11-19T07:30:00+05:30');
const clock = { now: () => start + Date.now() - began };
const go = (time: string): void => {
  [start, began] = [Date.parse(`${time}+05:30`), Date.now()];
};

beforeAll(async () => {
  links = new SeededLinks(clock.now);
  server = await startTestBackend({ clock, linkBroker: links.link, accessTokenMs: 400 * DAY_MS });
});
afterAll(() => server.dispose());
beforeEach(() => {
  links.loginTrouble = null;
  go('2026-11-19T07:30:00');
});

let names = 0;
const person = (): Promise<TestUser> => server.register(`morning${names++}`);
/** Somebody whose strategy is live. */
const trader = async (): Promise<TestUser> => {
  const user = await person();
  const { strategyId, name, unknownOrderId: orderId } = await addLiveSample(server, user, links);
  await user.call('live.resolve', { orderId, decision: 'not-placed' });
  await user.call('live.goLive', { strategyId, confirmName: name });
  return user;
};
const stateOf = async (user: TestUser) =>
  (await user.call('live.account', {})).broker_angelone_details?.state ?? 'none';
const alertsOf = async (user: TestUser, title: string) =>
  (await user.call('alerts.list', { pageSize: 100 })).notification_list.filter(
    (alert) => alert.title === title,
  );
/** Long enough for a round of the clockwork. */
const rounds = () => new Promise((resolve) => setTimeout(resolve, 2_500));

it('with the secret for codes the session of the day is there before the market', async () => {
  const user = await person();
  await user.call('live.link', { ...ownLink(), totp: undefined, totpSecret: SECRET });
  go('2026-11-20T06:30:00');
  const { id } = await user.call('profile.mine', {});
  await server.backend.parts.brokerAccounts
    .requireAccount(id)
    .write({ session_sealed: null, session_until: null });
  await rounds();
  expect(await stateOf(user)).toBe('login-needed');
  go('2026-11-20T07:00:00');
  await until('the session', async () => (await stateOf(user)) === 'connected' || undefined);
});

it('a login that is refused is not tried again, and its owner is notified why', async () => {
  const user = await person();
  await user.call('live.link', { ...ownLink(), totp: undefined, totpSecret: SECRET });
  links.loginTrouble = new BrokerTrouble('credentials', 'The PIN has changed.', 'AB1007');
  go('2026-11-23T07:30:00');
  const title = 'Angel One did not take the stored login';
  await until('the alert', async () => (await alertsOf(user, title))[0]);
  await rounds();
  const tried = links.logins;
  go('2026-11-23T07:50:00');
  await rounds();
  expect(await alertsOf(user, title)).toMatchObject([
    { body: expect.stringMatching(/^The PIN has changed\. It is not tried again today/) as string },
  ]);
  expect(links.logins).toBe(tried);
});

it('without it a user who trades live is reminded at 08:15, once, and the window shows it from seven on', async () => {
  const user = await trader();
  const idle = await person();
  await idle.call('live.link', ownLink());
  const { broker_angelone_details: account } = await user.call('live.account', {});
  expect(account?.sessionUntil).toMatch(/^2026-11-2/);
  expect((await user.call('home.header', {})).broker).toMatchObject({
    state: 'connected',
    isLoginDue: false,
    sessionUntil: account?.sessionUntil,
  });
  go('2026-11-21T05:00:00');
  await until('the end of the session', async () => (await stateOf(user)) === 'login-needed' || undefined);
  await rounds();
  go('2026-11-23T08:14:30');
  await rounds();
  expect((await user.call('home.header', {})).broker).toMatchObject({
    isLoginDue: true,
    sessionUntil: null,
  });
  expect(await alertsOf(user, 'Reconnect Angel One')).toEqual([]);
  go('2026-11-23T08:15:00');
  await until('a reminder', async () => (await alertsOf(user, 'Reconnect Angel One'))[0]);
  await rounds();
  expect(await alertsOf(user, 'Reconnect Angel One')).toHaveLength(1);
  expect(await alertsOf(idle, 'Reconnect Angel One')).toEqual([]);
});

it('a login that fails in a way nobody thought of is not tried again every second', async () => {
  const user = await person();
  await user.call('live.link', { ...ownLink(), totp: undefined, totpSecret: SECRET });
  const { id } = await user.call('profile.mine', {});
  const account = server.backend.parts.brokerAccounts.requireAccount(id);
  let tried = 0;
  account.logIn = () => {
    tried++;
    return Promise.reject(new TypeError('nobody thought of this'));
  };
  go('2026-11-25T07:30:00');
  await until('the first try', () => Promise.resolve(tried > 0 || undefined));
  await rounds();
  await rounds();
  expect(tried).toBe(1);
});

it('a login that failed by a clock that was ahead is tried again once the clock is set right', async () => {
  const user = await person();
  await user.call('live.link', { ...ownLink(), totp: undefined, totpSecret: SECRET });
  links.loginTrouble = new BrokerTrouble('unreachable', 'Angel One cannot be reached.');
  const before = links.logins;
  go('2026-11-26T13:00:00');
  await until('a try', () => Promise.resolve(links.logins > before || undefined));
  links.loginTrouble = null;
  go('2026-11-26T09:10:00');
  await until('the session', async () => (await stateOf(user)) === 'connected' || undefined);
});
