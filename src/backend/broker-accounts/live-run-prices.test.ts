import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { holdAtBroker } from '../../../tests/support/held-at-broker.ts';
import { ownLink } from '../../../tests/support/live-sample.ts';
import { RSI_RULES } from '../../../tests/support/rule-samples.ts';
import { GOOD_CODE, SeededLinks, UNLISTED } from '../../../tests/support/seeded-link.ts';
import { openStream, type StreamReader } from '../../../tests/support/stream-reader.ts';
import { startTestBackend, type TestBackend } from '../../../tests/support/test-backend.ts';
import { until } from '../../../tests/support/until.ts';
import type { StreamEvent } from '../../shared/contract/stream.ts';
import { depthQuoteName, indexQuoteName } from '../../shared/quotes.ts';
import { STRATEGY_STATUS } from '../../shared/strategy-status.ts';

/** Ten in the morning of a trading day, whenever the tests run. */
const began = Date.now();
const clock = { now: () => Date.parse('2026-11-20T10:00:10+05:30') + Date.now() - began };

let server: TestBackend;
let links: SeededLinks;
let reader: StreamReader | null = null;

beforeAll(async () => {
  links = new SeededLinks(clock.now);
  server = await startTestBackend({ clock, linkBroker: links.link });
});
afterEach(() => {
  reader?.close();
  links.feed.mostWatched = Number.POSITIVE_INFINITY;
});
afterAll(() => server.dispose());

/** A user with a linked account, and shares held since yesterday. */
const holderOf = async (name: string, ...symbols: string[]) => {
  const { database, brokerAccounts } = server.backend.parts;
  const user = await server.register(name);
  const { id: userId } = await user.call('profile.mine', {});
  const added = await user.call('strategies.add', {
    url: 'add',
    name: 'Holds',
    document: { ...RSI_RULES, instruments: ['RELIANCE'] },
  });
  const strategyId = added.strategyId ?? 0;
  const { totp, ...credentials } = ownLink();
  const account = await brokerAccounts.link(userId, { ...credentials, totpSecret: null }, totp, null);
  const instrument = (symbol: string) =>
    ({
      symbol,
      exchange: 'NSE',
      token: symbol,
      tradingSymbol: symbol,
      lotSize: 1,
      tickSize: 5,
      expiry: null,
      freezeQuantity: null,
      isin: null,
    }) as const;
  await holdAtBroker(
    database,
    { userId, runId: account.run.identity.runId, at: clock.now() },
    symbols.map((symbol) => ({ strategyId, instrument: instrument(symbol), price: 400_00 })),
  );
  await brokerAccounts.reconnect(userId, GOOD_CODE);
  return { user, userId, strategyId, account };
};

const watched = (): string[] => links.feed.watched.map(({ symbol }) => symbol);

const brokerQuotes = (events: readonly { readonly event: StreamEvent }[]) =>
  events.flatMap(({ event }) =>
    event.type === 'quote'
      ? event.quotes.flatMap(({ source, symbol, ltp }) => (source === 'broker' ? [[symbol, ltp]] : []))
      : [],
  );

it("streams the broker's prices that the user watches, the known ones first, and to nobody else", async () => {
  const { user } = await holderOf('streams', 'ITC', 'SBIN');
  expect(watched()).toEqual(['ITC', 'SBIN']);
  links.feed.tick('ITC', 401_00);
  const other = await server.register('streamsnot');
  const otherReader = await openStream(server.url, other.accessToken);
  reader = await openStream(server.url, user.accessToken);
  const { received } = reader;
  for (const one of [user, other]) await one.call('stream.watch', { symbols: ['ITC', 'SBIN'] });
  await until('the price of before', () => Promise.resolve(brokerQuotes(received).length > 0));
  expect(brokerQuotes(received)[0]).toEqual(['ITC', 401_00]);
  for (const price of [402_00, 403_00, 404_00]) links.feed.tick('SBIN', price);
  await until('the last price', () =>
    Promise.resolve(brokerQuotes(received).some(([symbol, ltp]) => symbol === 'SBIN' && ltp === 404_00)),
  );
  expect(brokerQuotes(received).filter(([symbol]) => symbol === 'SBIN')).toHaveLength(1);
  await until('what the positions are worth', () =>
    Promise.resolve(
      received.some(
        ({ event }) =>
          event.type === 'positions' &&
          event.positions.some(({ symbol, ltp }) => symbol === 'SBIN' && ltp === 404_00),
      ),
    ),
  );
  expect(brokerQuotes(otherReader.received)).toEqual([]);
  otherReader.close();
});

it('watches what is held even where the broker no longer lists it', async () => {
  await holderOf('unlisted', UNLISTED, 'ITC');
  expect(watched()).toEqual([UNLISTED, 'ITC']);
});

it('says so when there is no room for another strategy, and does not evaluate it without prices', async () => {
  const { userId, strategyId, account } = await holderOf('noroom', 'ITC');
  const { database, brokerAccounts } = server.backend.parts;
  const row = await database.write(userId, (tx) =>
    tx.query
      .updateTable('strategies')
      .set({ mode: 'live', status: STRATEGY_STATUS.running })
      .where('id', '=', strategyId)
      .returningAll()
      .executeTakeFirstOrThrow(),
  );
  links.feed.mostWatched = 1;
  await expect(account.run.start(row)).rejects.toThrow('No more than 1 instruments are streamed.');
  expect(account.run.runner.isRunning(strategyId)).toBe(false);
  // After the next login too: what is held keeps its prices, and the strategy waits for its owner.
  await brokerAccounts.reconnect(userId, GOOD_CODE);
  expect(watched()).toEqual(['ITC']);
  await until('a strategy that waits for its owner', () =>
    database.read
      .selectFrom('strategies')
      .select('id')
      .where('id', '=', strategyId)
      .where('status', '=', STRATEGY_STATUS.needsAttention)
      .executeTakeFirst(),
  );
});

describe('what windows show and nobody trades', () => {
  const shownOf = (events: readonly { readonly event: StreamEvent }[], symbol: string) =>
    events
      .flatMap(({ event }) => (event.type === 'quote' ? event.quotes : []))
      .filter((quote) => quote.source === 'broker' && quote.symbol === symbol);

  it('is subscribed to after what trades, in the room that is left, and has its price at once', async () => {
    links.feed.mostWatched = 3;
    links.broker.prices.set('TCS', 3_500_00);
    const { user } = await holderOf('looks', 'ITC');
    reader = await openStream(server.url, user.accessToken);
    const { received } = reader;
    await user.call('stream.watch', { symbols: ['TCS', UNLISTED, 'INFY', 'WIPRO'] });
    await until('the subscription', () => Promise.resolve(watched().length === 3));
    expect(watched()).toEqual(['ITC', 'TCS', 'INFY']);
    await until('a price without a tick', () => Promise.resolve(shownOf(received, 'TCS').length > 0));
    expect(shownOf(received, 'TCS')[0]?.ltp).toBe(3_500_00);
    links.feed.tick('TCS', 3_501_00);
    await until('its tick', () =>
      Promise.resolve(shownOf(received, 'TCS').some(({ ltp }) => ltp === 3_501_00)),
    );
    await user.call('stream.watch', { symbols: [] });
    await until('only what trades', () => Promise.resolve(watched().length === 1));
    expect(watched()).toEqual(['ITC']);
  });

  it('depth is asked of the broker while it is shown, and comes with the price', async () => {
    const { user } = await holderOf('looks-deep', 'ITC');
    reader = await openStream(server.url, user.accessToken);
    const { received } = reader;
    await user.call('stream.watch', { symbols: ['TCS', depthQuoteName('ITC')] });
    await until('the subscription', () => Promise.resolve(watched().length === 2));
    expect(links.feed.watchedDepth.map(({ symbol }) => symbol)).toEqual(['ITC']);
    links.feed.tick('ITC', 401_00);
    const level = (price: number) => ({ price, quantity: 10, orders: 1 });
    const depth = { buy: [level(400_95)], sell: [level(401_05)] };
    links.feed.depth({ symbol: 'ITC', exchange: 'NSE', token: 'ITC', depth });
    const name = depthQuoteName('ITC');
    await until('its depth', () => Promise.resolve(shownOf(received, name).some((quote) => quote.depth)));
    expect(shownOf(received, name).at(-1)).toMatchObject({ ltp: 401_00, depth });
    await user.call('stream.watch', { symbols: ['TCS'] });
    await until('no depth', () => Promise.resolve(links.feed.watchedDepth.length === 0));
    expect(watched()).toEqual(['ITC', 'TCS']);
  });

  it('depth of before is not shown as waiting once prices have ceased to come', async () => {
    const { user } = await holderOf('looks-lost', 'ITC');
    reader = await openStream(server.url, user.accessToken);
    const { received } = reader;
    const name = depthQuoteName('ITC');
    await user.call('stream.watch', { symbols: [name] });
    await until('the subscription', () => Promise.resolve(links.feed.watchedDepth.length === 1));
    const level = (price: number) => ({ price, quantity: 10, orders: 1 });
    const five = { buy: [level(400_95)], sell: [level(401_05)] };
    const itc = { symbol: 'ITC', exchange: 'NSE', token: 'ITC' } as const;
    const isShown = (has: boolean) => () =>
      Promise.resolve((shownOf(received, name).at(-1)?.depth !== undefined) === has);
    links.feed.tickOf(itc, 401_00, clock.now(), five);
    links.feed.depth({ ...itc, depth: { buy: [level(400_90)], sell: [level(401_10)] } });
    await until('its depth', isShown(true));
    links.feed.lose();
    await until('no depth any more', isShown(false));
    links.feed.tickOf(itc, 401_00, clock.now(), five);
    await until('its depth again', isShown(true));
    expect(shownOf(received, name).at(-1)?.depth).toEqual(five);
  });

  it('an index itself comes under a name of its own, beside its future', async () => {
    const { user } = await holderOf('looks-index', 'ITC');
    reader = await openStream(server.url, user.accessToken);
    await user.call('stream.watch', { symbols: [indexQuoteName('NIFTY'), indexQuoteName('ITC')] });
    await until('the subscription', () => Promise.resolve(watched().length === 2));
    expect(watched()).toEqual(['ITC', 'NIFTY index']);
    const index = links.feed.watched.find(({ symbol }) => symbol === 'NIFTY index')!;
    links.feed.tickOf(index, 26_000_00);
    const { received } = reader;
    await until('its price', () => Promise.resolve(shownOf(received, 'NIFTY index').length > 0));
    expect(shownOf(received, 'NIFTY index').at(-1)?.ltp).toBe(26_000_00);
  });

  it('comes after a login', async () => {
    const { user, userId, account } = await holderOf('looks-later', 'ITC');
    const { brokerAccounts } = server.backend.parts;
    account.run.disconnect();
    reader = await openStream(server.url, user.accessToken);
    await user.call('stream.watch', { symbols: ['TCS'] });
    await brokerAccounts.reconnect(userId, GOOD_CODE);
    await until('the subscription', () => Promise.resolve(watched().includes('TCS')));
    expect(watched()).toEqual(['ITC', 'TCS']);
  });
});
