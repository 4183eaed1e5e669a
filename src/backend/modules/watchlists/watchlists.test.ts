import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expiriesByCalendar } from '../../../engine/contracts/expiry-calendar.ts';
import { expiryMoment } from '../../../engine/contracts/expiry.ts';
import { symbolOf } from '../../../engine/contracts/contract.ts';
import { istDate, DAY_MS } from '../../../shared/time.ts';
import { WATCHLIST_LIMITS } from '../../../shared/watchlist-limits.ts';
import { openStream, type StreamReader } from '../../../../tests/support/stream-reader.ts';
import { startTestBackend, type TestBackend, type TestUser } from '../../../../tests/support/test-backend.ts';
import { until } from '../../../../tests/support/until.ts';

let server: TestBackend;
let user: TestUser;
let other: TestUser;
const readers: StreamReader[] = [];

beforeAll(async () => {
  server = await startTestBackend();
  [user, other] = [await server.register('watcher'), await server.register('other-watcher')];
  await server.backend.parts.marketRuns.whenOpen();
});
afterAll(async () => {
  for (const reader of readers) reader.close();
  await server.dispose();
});

const symbols = (...texts: string[]) => texts.map((text) => ({ kind: 'symbol' as const, text }));
const heading = (text: string, place?: number) => ({
  kind: 'heading' as const,
  text,
  ...(place === undefined ? {} : { place }),
});
const create = async (name: string, of = user) => (await of.call('watchlists.create', { name })).list;
const entriesOf = async (listId: number, of = user) =>
  (await of.call('watchlists.list')).lists.find((list) => list.listId === listId)?.entries ?? [];
const textsOf = async (listId: number) => (await entriesOf(listId)).map(({ text }) => text);
const idOf = async (listId: number, text: string) =>
  (await entriesOf(listId)).find((entry) => entry.text === text)?.entryId ?? 0;

/** The near-month future, and one that ended some weeks ago. */
const futures = async () => {
  const { expiries } = await user.call('options.chain', {});
  const expiry = expiries.find(({ isMonthly }) => isMonthly)!.day;
  const future = (day: string) =>
    symbolOf({ exchange: 'NSE', underlying: 'NIFTY', expiry: day, kind: 'future' });
  return { expiry, near: future(expiry), future };
};

describe('lists', () => {
  it('are kept in the order that their owner gives them, with names of which there is one each', async () => {
    const [banks, it_] = [await create('Banks'), await create('Software')];
    const { body } = await user.ask('watchlists.create', { name: 'BANKS' });
    expect(body).toMatchObject({
      code: 'conflict',
      message: 'You have a watchlist called Banks already.',
      fields: { name: 'is taken' },
    });
    // Nobody else's names are taken.
    await create('Banks', other);
    // A name may be written otherwise by its own list.
    expect((await user.call('watchlists.rename', { listId: banks.listId, name: 'BANKS' })).list.name).toBe(
      'BANKS',
    );
    expect((await user.ask('watchlists.rename', { listId: it_.listId, name: 'banks' })).body.code).toBe(
      'conflict',
    );
    await user.call('watchlists.reorder', { listIds: [it_.listId, banks.listId] });
    const names = async () => (await user.call('watchlists.list')).lists.map(({ name }) => name);
    expect(await names()).toEqual(['Software', 'BANKS']);
    for (const listIds of [[banks.listId], [banks.listId, banks.listId]])
      expect((await user.ask('watchlists.reorder', { listIds })).body.code).toBe('conflict');
    expect(await names()).toEqual(['Software', 'BANKS']);
    await user.call('watchlists.remove', { listId: it_.listId });
    await user.call('watchlists.remove', { listId: banks.listId });
    expect(await names()).toEqual([]);
  });

  it('are ten at most', async () => {
    const person = await server.register('many-lists');
    for (let number = 1; number <= WATCHLIST_LIMITS.lists; number++) await create(`List ${number}`, person);
    const { status, body } = await person.ask('watchlists.create', { name: 'One more' });
    expect([status, body.message]).toEqual([
      422,
      'An account may have 10 watchlists at most. Remove one that you no longer need.',
    ]);
    expect((await person.call('watchlists.list')).lists).toHaveLength(10);
  });

  it.each(['', ' ', '\u202e', 'two\nlines', 'x'.repeat(41), '—'])('have no name %j', async (name) => {
    expect((await user.ask('watchlists.create', { name })).status).toBe(400);
  });
});

describe('rows', () => {
  it('are shares, indices, contracts and headings, each where it was put', async () => {
    const { listId } = await create('All kinds');
    const { near } = await futures();
    await user.call('watchlists.add', { listId, entries: symbols('ITC', 'NIFTY', near) });
    await user.call('watchlists.add', { listId, entries: [heading('Indices', 1)] });
    await user.call('watchlists.add', {
      listId,
      entries: [
        { kind: 'symbol', text: 'SBIN', place: 0 },
        { kind: 'symbol', text: 'TCS', place: 1 },
      ],
    });
    expect(await textsOf(listId)).toEqual(['SBIN', 'TCS', 'ITC', 'Indices', 'NIFTY', near]);
    const [first, , , group, index, contract] = await entriesOf(listId);
    expect([first, group, index, contract].map((entry) => entry!.instrument)).toEqual([
      'share',
      null,
      'index',
      'future',
    ]);
    expect(first).toMatchObject({ kind: 'symbol', instrumentName: 'State Bank of India', isExpired: false });
    expect(group).toMatchObject({ kind: 'heading', instrumentName: '', isExpired: false });
    await user.call('watchlists.renameHeading', {
      listId,
      entryId: group!.entryId,
      text: 'Index and future',
    });
    expect((await textsOf(listId))[3]).toBe('Index and future');
    // A symbol is no heading.
    expect(
      (await user.ask('watchlists.renameHeading', { listId, entryId: first!.entryId, text: 'x' })).status,
    ).toBe(404);
    await user.call('watchlists.remove', { listId });
  });

  it('move to any place, which is counted without them', async () => {
    const { listId } = await create('Moved');
    await user.call('watchlists.add', { listId, entries: symbols('ITC', 'TCS', 'SBIN', 'INFY') });
    const move = async (text: string, place: number) =>
      user.call('watchlists.move', { listId, entryId: await idOf(listId, text), place });
    await move('ITC', 2);
    expect(await textsOf(listId)).toEqual(['TCS', 'SBIN', 'ITC', 'INFY']);
    await move('INFY', 0);
    expect(await textsOf(listId)).toEqual(['INFY', 'TCS', 'SBIN', 'ITC']);
    await move('TCS', 299);
    expect(await textsOf(listId)).toEqual(['INFY', 'SBIN', 'ITC', 'TCS']);
    await move('SBIN', 1);
    expect(await textsOf(listId)).toEqual(['INFY', 'SBIN', 'ITC', 'TCS']);
    await user.call('watchlists.remove', { listId });
  });

  it('are removed, and come back where they were', async () => {
    const { listId } = await create('Undone');
    await user.call('watchlists.add', { listId, entries: [...symbols('ITC', 'TCS'), heading('Banks')] });
    await user.call('watchlists.add', { listId, entries: symbols('SBIN') });
    const [, tcs, group] = await entriesOf(listId);
    const { list } = await user.call('watchlists.removeEntries', {
      listId,
      entryIds: [tcs!.entryId, group!.entryId],
    });
    expect(list.entries.map(({ text }) => text)).toEqual(['ITC', 'SBIN']);
    expect(
      (await user.ask('watchlists.removeEntries', { listId, entryIds: [tcs!.entryId] })).body.message,
    ).toBe('No such row of this watchlist.');
    await user.call('watchlists.add', {
      listId,
      entries: [{ kind: 'symbol', text: 'TCS', place: 1 }, heading('Banks', 2)],
    });
    expect(await textsOf(listId)).toEqual(['ITC', 'TCS', 'Banks', 'SBIN']);
    await user.call('watchlists.remove', { listId });
  });

  it('a symbol stands in a list once; what is there already stays, and the rest is added', async () => {
    const { listId } = await create('Once');
    await user.call('watchlists.add', { listId, entries: symbols('ITC', 'ITC', 'TCS') });
    expect(await textsOf(listId)).toEqual(['ITC', 'TCS']);
    const again = await user.ask('watchlists.add', { listId, entries: symbols('ITC') });
    expect([again.status, again.body.message]).toEqual([409, 'ITC is in Once already.']);
    await user.call('watchlists.add', { listId, entries: symbols('TCS', 'SBIN') });
    expect(await textsOf(listId)).toEqual(['ITC', 'TCS', 'SBIN']);
    // Windows that add it at one moment: one of them is told.
    const answers = await Promise.all(
      [1, 2, 3].map(() => user.ask('watchlists.add', { listId, entries: symbols('INFY') })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    await user.call('watchlists.remove', { listId });
  });

  it('are symbols of the market: what nobody knows is refused, and nothing of the request is kept', async () => {
    const { listId } = await create('Known');
    const { expiry } = await futures();
    for (const unknown of [
      'NOSUCHSHARE',
      'INDIAVIX',
      `NIFTY ${expiry} 24512 CE`,
      `NIFTY ${expiry} 999950 CE`,
      `ITC ${expiry} FUT`,
      'NIFTY 2026-12-25 FUT',
      `BSE:NIFTY ${expiry} FUT`,
    ]) {
      const { body } = await user.ask('watchlists.add', { listId, entries: symbols('ITC', unknown) });
      expect(body).toMatchObject({
        code: 'invalid',
        message: `There is no instrument ${unknown} in the market.`,
      });
    }
    for (const text of ['itc', 'ITC TCS', "ITC'; drop table watchlists", '🚀', ''])
      expect((await user.ask('watchlists.add', { listId, entries: symbols(text) })).status).toBe(400);
    expect(await textsOf(listId)).toEqual([]);
    await user.call('watchlists.remove', { listId });
  });

  it('are 250 symbols and 50 headings at most', async () => {
    const { listId } = await create('Full');
    const chains = await Promise.all(
      ['NIFTY', 'BANKNIFTY'].map((underlying) => user.call('options.chain', { underlying })),
    );
    const many = chains.flatMap(({ chain }) =>
      chain!.strikes.flatMap(({ call, put }) => [call!.symbol, put!.symbol]),
    );
    expect(many.length).toBeGreaterThan(250);
    await user.call('watchlists.add', { listId, entries: symbols(...many.slice(0, 250)) });
    const { status, body } = await user.ask('watchlists.add', { listId, entries: symbols(many[250]!) });
    expect([status, body.message]).toEqual([
      422,
      'A watchlist has 250 symbols at most, and Full has 250. Remove some, or use another list.',
    ]);
    // There is room for headings still, for so many.
    const headings = Array.from({ length: 50 }, (_, number) => heading(`Group ${number}`));
    await user.call('watchlists.add', { listId, entries: headings });
    expect((await user.ask('watchlists.add', { listId, entries: [heading('Last')] })).body.message).toBe(
      'A watchlist has 50 headings at most, and Full has 50. Remove some first.',
    );
    expect(await entriesOf(listId)).toHaveLength(300);
    await user.call('watchlists.remove', { listId });
  });

  it('of contracts that have ended stay, say so, and go at once when they are asked to', async () => {
    const { listId } = await create('Ended');
    const { near, future, expiry } = await futures();
    const { session } = server.backend.parts.marketRuns.simulated;
    const before = expiriesByCalendar('NIFTY', istDate(expiryMoment(expiry) - 60 * DAY_MS)).find(
      ({ isMonthly }) => isMonthly,
    )!.day;
    expect(expiryMoment(before)).toBeLessThan(session.now);
    await user.call('watchlists.add', { listId, entries: symbols('ITC', near) });
    const added = await user.ask('watchlists.add', { listId, entries: symbols(future(before)) });
    expect(added.body.message).toBe(`${future(before)} is added to Ended.`);
    const flags = (await entriesOf(listId)).map(({ isExpired }) => isExpired);
    expect(flags).toEqual([false, false, true]);
    await user.call('watchlists.removeExpired', { listId });
    expect(await textsOf(listId)).toEqual(['ITC', near]);
    const { body } = await user.ask('watchlists.removeExpired', { listId });
    expect(body.message).toBe('No contract in Ended has expired.');
    await user.call('watchlists.remove', { listId });
  });
});

describe('whose they are', () => {
  it('a list of somebody else is none, whatever is asked of it, and stays as it is', async () => {
    const { listId } = await create('Mine');
    const { list } = await user.call('watchlists.add', { listId, entries: symbols('ITC', 'TCS') });
    const [entry] = list.entries;
    const entryId = entry!.entryId;
    const theirs = await create('Theirs', other);
    const asked = [
      ['watchlists.rename', { listId, name: 'Taken' }],
      ['watchlists.remove', { listId }],
      ['watchlists.add', { listId, entries: symbols('SBIN') }],
      ['watchlists.removeEntries', { listId, entryIds: [entryId] }],
      ['watchlists.removeExpired', { listId }],
      ['watchlists.move', { listId, entryId, place: 1 }],
      ['watchlists.renameHeading', { listId, entryId, text: 'x' }],
      ['watchlists.reorder', { listIds: [theirs.listId, listId] }],
    ] as const;
    const missing = { ...(await other.ask('watchlists.remove', { listId: 999_999 })).body, requestId: '' };
    for (const [id, input] of asked) {
      const { status, body } = await other.ask(id, input);
      expect([status, { ...body, requestId: '' }], id).toEqual([404, missing]);
    }
    // A row of somebody else's list does not come into one's own.
    for (const [id, input] of [
      ['watchlists.move', { listId: theirs.listId, entryId, place: 0 }],
      ['watchlists.removeEntries', { listId: theirs.listId, entryIds: [entryId] }],
      ['watchlists.renameHeading', { listId: theirs.listId, entryId, text: 'x' }],
    ] as const)
      expect((await other.ask(id, input)).status, id).toBe(404);
    expect(await textsOf(listId)).toEqual(['ITC', 'TCS']);
    await user.call('watchlists.remove', { listId });
  });
});

describe('other windows', () => {
  it('are told of each change, and those of nobody else are', async () => {
    const [mine, theirs] = [
      await openStream(server.url, user.accessToken),
      await openStream(server.url, other.accessToken),
    ];
    readers.push(mine, theirs);
    const told = (reader: StreamReader) =>
      reader.received.flatMap(({ event }) => (event.type === 'watchlist' ? [event.listId] : []));
    const { listId } = await create('Told');
    const { list } = await user.call('watchlists.add', { listId, entries: symbols('ITC', 'TCS') });
    const entryId = list.entries[0]!.entryId;
    await user.call('watchlists.move', { listId, entryId, place: 1 });
    await user.call('watchlists.removeEntries', { listId, entryIds: [entryId] });
    await user.call('watchlists.rename', { listId, name: 'Told twice' });
    await user.call('watchlists.remove', { listId });
    await until('six facts', () => Promise.resolve(told(mine).length >= 6));
    expect(told(mine)).toEqual(Array.from({ length: 6 }, () => listId));
    // A refused change is no fact.
    await user.ask('watchlists.remove', { listId });
    const before = mine.received.length;
    await until('later facts', () => Promise.resolve(mine.received.length > before + 1));
    expect(told(mine)).toHaveLength(6);
    expect(told(theirs)).toEqual([]);
  });
});
