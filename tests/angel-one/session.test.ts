import { inspect } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import { sessionEnd } from '../../src/backend/brokers/angel-one/angel-one-session.ts';
import { AccountLimiters } from '../../src/backend/brokers/angel-one/account-limiters.ts';
import { angelOneLink } from '../../src/backend/brokers/angel-one/angel-one-link.ts';
import type { InstrumentList } from '../../src/backend/brokers/angel-one/instrument-list.ts';
import { BrokerTrouble } from '../../src/backend/brokers/broker.ts';
import type { BrokerLink, BrokerSession } from '../../src/backend/brokers/broker-link.ts';
import { systemClock } from '../../src/backend/clock.ts';
import { createLogger } from '../../src/backend/log.ts';
import { type AngelOneServer, startAngelOneServer } from './angel-one-server.ts';
import { accountOf, codeNow, connect, orderOf, SILENT, until } from './connected.ts';

let server: AngelOneServer;
afterEach(() => server.close());

const troubleOf = async (work: Promise<unknown>): Promise<BrokerTrouble> => {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(BrokerTrouble);
  return error as BrokerTrouble;
};

const linkTo = ({ client, hosts }: AngelOneServer): BrokerLink =>
  angelOneLink(
    {
      clock: systemClock,
      logger: SILENT,
      instruments: {} as InstrumentList,
      limiters: new AccountLimiters(),
      hosts,
    },
    client.apiKey,
  );

describe('what is wrong with a session', () => {
  it('is reported with the session it is about, and never after that was closed', async () => {
    server = await startAngelOneServer({ hasRateLimits: false });
    const { code: clientCode, apiKey, pin, totpSecret } = server.client;
    const link = linkTo(server);
    const open = async () => {
      const session = await link.logIn({ clientCode, apiKey, pin, totpSecret }, null, {});
      const reported: { trouble: BrokerTrouble; about: BrokerSession }[] = [];
      const opened = link.open(session, {
        onConnected: () => undefined,
        onTrouble: (trouble, about) => reported.push({ trouble, about }),
      });
      return { session, reported, opened };
    };
    const first = await open();
    await until(() => server.streams.connections.market === 1);
    server.endSessions();
    const isOver = ({ reported }: typeof first) => reported.some(({ trouble }) => trouble.kind === 'session');
    await until(() => isOver(first));
    expect(first.reported.every(({ about }) => about === first.session)).toBe(true);
    const reportedBefore = first.reported.length;
    first.opened.close();
    const second = await open();
    await until(() => server.streams.connections.market === 1);
    server.endSessions();
    await until(() => isOver(second));
    expect(second.reported.every(({ about }) => about === second.session)).toBe(true);
    expect(first.reported).toHaveLength(reportedBefore);
    // An answer to a call of the old session speaks of that session alone, and tells nobody else.
    await expect(first.opened.broker.funds()).rejects.toMatchObject({ kind: 'session' });
    expect(first.reported).toHaveLength(reportedBefore);
    second.opened.close();
  });
});

describe('signing in', () => {
  const start = async (options = {}) => {
    server = await startAngelOneServer({ hasRateLimits: false, ...options });
    const { code: clientCode, pin, totpSecret: secret } = server.client;
    return { account: accountOf(server), clientCode, pin, secret };
  };

  it('with a code, or with the secret that makes codes', async () => {
    const { account, clientCode, pin, secret } = await start();
    const byCode = await account.logIn({
      clientCode: ` ${clientCode.toLowerCase()} `,
      pin,
      totp: { code: codeNow(server) },
    });
    const spaced = (secret.match(/.{4}/g) ?? []).join(' ').toLowerCase();
    const bySecret = await account.logIn({ clientCode, pin, totp: { secret: spaced } });
    expect(byCode).toMatchObject({ clientCode, until: sessionEnd(Date.now()) });
    expect(await account.profile(bySecret)).toEqual({
      clientCode,
      name: 'ANJALI RAO',
      exchanges: ['nse_cm', 'nse_fo'],
      products: ['DELIVERY', 'INTRADAY', 'CARRYFORWARD'],
    });
  });

  it.each([
    ['a wrong TOTP code', { totp: { code: '000000' } }, 'TOTP code'],
    ['a TOTP secret that is none', { totp: { secret: 'not a secret 189' } }, 'TOTP secret is not one'],
    ['a wrong PIN', { pin: '0000' }, 'client code and PIN'],
    ['an unknown client', { clientCode: 'X1' }, 'client code and PIN'],
  ])('with %s is refused in words', async (_name, change, words) => {
    const { account, clientCode, pin, secret } = await start();
    const trouble = await troubleOf(account.logIn({ clientCode, pin, totp: { secret }, ...change }));
    expect(trouble).toMatchObject({
      kind: 'credentials',
      message: expect.stringContaining(words) as unknown,
    });
  });

  it('with an expired API key is refused in words', async () => {
    const { account, clientCode, pin, secret } = await start();
    server.accounts.isKeyExpired = true;
    const trouble = await troubleOf(account.logIn({ clientCode, pin, totp: { secret } }));
    expect(trouble).toMatchObject({
      kind: 'credentials',
      message: expect.stringContaining('API key') as unknown,
    });
  });

  it('at a broker that says yes but gives no session is no session', async () => {
    const { account, clientCode, pin, secret } = await start();
    const text =
      '{"status":true,"message":"SUCCESS","errorcode":"","data":{"jwtToken":"Bearer x","refreshToken":null}}';
    server.script.next('loginByPassword', { answer: { text } });
    const trouble = await troubleOf(account.logIn({ clientCode, pin, totp: { secret } }));
    expect(trouble).toMatchObject({ kind: 'unreachable', said: 'no refreshToken' });
  });

  it('takes a token that comes with its scheme', async () => {
    const { account, clientCode, pin, secret } = await start();
    const data = { jwtToken: 'Bearer abc', refreshToken: 'r', feedToken: 'f' };
    const text = JSON.stringify({ status: true, message: 'SUCCESS', errorcode: '', data });
    server.script.next('loginByPassword', { answer: { text } });
    expect((await account.logIn({ clientCode, pin, totp: { secret } })).jwt).toBe('abc');
  });
});

describe('a session', () => {
  it('is renewed, and the old tokens are over', async () => {
    const { account, session, ...rest } = await connect();
    ({ server } = rest);
    const renewed = await account.refresh(session);
    expect(renewed.until).toBe(session.until);
    expect(await account.broker(renewed).funds()).toEqual({ available: 100_000_000, used: 0 });
    expect(await troubleOf(account.broker(session).funds())).toMatchObject({ kind: 'session' });
    expect(await troubleOf(account.refresh(session))).toMatchObject({ kind: 'session' });
  });

  it('that is renewed without a feed token keeps the one it has', async () => {
    const { account, session, ...rest } = await connect();
    ({ server } = rest);
    const data = { jwtToken: 'new', refreshToken: 'newer' };
    const text = JSON.stringify({ status: true, message: 'SUCCESS', errorcode: '', data });
    server.script.next('generateTokens', { answer: { text } });
    expect(await account.refresh(session)).toEqual({ ...session, jwt: 'new', refreshToken: 'newer' });
  });

  it('ends at the logout', async () => {
    const { account, session, ...rest } = await connect();
    ({ server } = rest);
    await account.logOut(session);
    expect(await troubleOf(account.profile(session))).toMatchObject({ kind: 'session' });
  });

  it('is neither opened nor ended by a process that may do so no more', async () => {
    server = await startAngelOneServer();
    const { code: clientCode, apiKey, pin, totpSecret } = server.client;
    const link = linkTo(server);
    const session = await link.logIn({ clientCode, apiKey, pin, totpSecret }, null, { mayLeave: () => true });
    const { length: before } = server.seen;
    const late = { mayLeave: () => false };
    const trouble = await troubleOf(link.logIn({ clientCode, apiKey, pin, totpSecret }, null, late));
    expect(trouble.kind).toBe('withdrawn');
    expect((await troubleOf(link.logOut(session, late))).kind).toBe('withdrawn');
    expect(server.seen).toHaveLength(before);
  });

  it('dies overnight: reads say so, and an order was not taken', async () => {
    const { account, session, ...rest } = await connect();
    ({ server } = rest);
    server.endSessions();
    const trouble = await troubleOf(account.broker(session).orderBook());
    expect(trouble).toMatchObject({ kind: 'session', said: 'AG8001: Invalid Token' });
    expect(trouble.message).toContain('Log in again');
    expect(await account.broker(session).place(orderOf(), 'entry')).toMatchObject({
      outcome: 'refused',
      kind: 'session',
    });
    expect(server.orders()).toEqual([]);
  });

  it.each([
    ['2026-11-20T02:59:59+05:30', '2026-11-20T03:00:00+05:30'],
    ['2026-11-20T03:00:00+05:30', '2026-11-21T03:00:00+05:30'],
    ['2026-11-20T23:59:59+05:30', '2026-11-21T03:00:00+05:30'],
  ])('that is opened at %s lasts until %s at most', (now, end) => {
    server = { close: () => Promise.resolve() } as AngelOneServer;
    expect(sessionEnd(Date.parse(now))).toBe(Date.parse(end));
  });
});

it('no secret is in an error, a log line, or what shows of an account, a broker and a feed', async () => {
  const lines: string[] = [];
  const logger = createLogger('trace', { write: (line: string) => void lines.push(line) });
  const { account, session, ...rest } = await connect({}, { logger });
  ({ server } = rest);
  const broker = account.broker(session);
  const feed = account.feed(session);
  broker.onReport(() => undefined);
  const secrets = [
    ...[session.jwt, session.refreshToken, session.feedToken],
    ...[server.client.pin, server.client.apiKey, server.client.totpSecret],
  ];
  const shown: unknown[] = [account, broker, feed];
  // A broker that says back what it was told.
  for (const secret of [server.client.apiKey, session.jwt]) {
    const text = JSON.stringify({ status: false, message: `No: ${secret}`, errorcode: 'AB9999', data: null });
    for (let time = 0; time < 3; time++) server.script.next('getRMS', { answer: { text } });
    server.script.nextOrder({ effect: 'none', answer: { text } });
    shown.push(await troubleOf(broker.funds()), await broker.place(orderOf(), 'entry'));
  }
  const login = { clientCode: server.client.code, pin: server.client.pin, totp: { code: '123456' } };
  const echo = JSON.stringify({
    status: false,
    message: `${login.pin} 123456`,
    errorcode: 'AB9999',
    data: null,
  });
  server.script.next('loginByPassword', { answer: { text: echo } });
  const refused = await troubleOf(account.logIn(login));
  expect(refused.said).toBe('AB9999: [removed] [removed]');
  server.endSessions();
  shown.push(refused, await troubleOf(broker.funds()));
  for (const thing of shown) logger.warn({ thing, err: thing }, String(thing));
  feed.close();
  broker.close();
  const text = [
    ...lines,
    ...shown.map((thing) => `${inspect(thing, { depth: 8, showHidden: true })} ${JSON.stringify(thing)}`),
  ].join('\n');
  for (const secret of secrets) expect(text).not.toContain(secret);
  expect(SILENT.level).toBe('silent');
});
