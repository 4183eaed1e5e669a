import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { InstrumentList } from '../../src/backend/brokers/angel-one/instrument-list.ts';
import { readScripMaster } from '../../src/backend/brokers/angel-one/scrip-master.ts';
import type { Database } from '../../src/backend/db/database.ts';
import { type AngelOneServer, startAngelOneServer } from './angel-one-server.ts';
import { scripMasterText, SERVER_INSTRUMENTS } from './instruments.ts';
import { openTestDatabase } from '../support/test-database.ts';

/** A text in pieces of a size. Rows and letters are torn apart. */
async function* pieces(text: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text, 'utf8');
  for (let at = 0; at < bytes.length; at += size) {
    await Promise.resolve();
    yield bytes.subarray(at, at + size);
  }
}
const read = (text: string, size = 1_000) => readScripMaster(pieces(text, size));
const ROW = {
  token: '3045',
  symbol: 'SBIN-EQ',
  name: 'SBIN',
  expiry: '',
  strike: '-1.000000',
  lotsize: '1',
  instrumenttype: '',
  exch_seg: 'NSE',
  tick_size: '5.000000',
};

describe('the scrip master', () => {
  it('of 150,000 rows is read in under two seconds, and only shares, indices and futures of the NSE are kept', async () => {
    const text = scripMasterText(SERVER_INSTRUMENTS, 150_000);
    const chunks = pieces(text, 65_536);
    // Its own time: that of others on the machine is none of its making.
    const start = process.cpuUsage();
    const list = await readScripMaster(chunks);
    const { user, system } = process.cpuUsage(start);
    expect((user + system) / 1_000).toBeLessThan(2_000);
    expect(
      list
        .filter(({ name }) => !name.startsWith('CO'))
        .map(({ exchange, token, kind }) => `${exchange}:${token} ${kind}`),
    ).toEqual(SERVER_INSTRUMENTS.map(({ exchange, token, kind }) => `${exchange}:${token} ${kind}`));
    // One of fifty of the rows around them is a share of the NSE too.
    expect(list).toHaveLength(SERVER_INSTRUMENTS.length + 3_000);
  });

  it('may be torn anywhere, between the bytes of a letter too', async () => {
    const rows = [
      { ...ROW, name: 'SBIN { } ₹' },
      { ...ROW, token: '1', symbol: 'Ünder-EQ' },
    ];
    for (const size of [1, 2, 3, 7]) {
      const list = await read(JSON.stringify(rows, null, 1), size);
      expect(list.map(({ name, tradingSymbol }) => [name, tradingSymbol])).toEqual([
        ['SBIN { } ₹', 'SBIN-EQ'],
        ['SBIN', 'Ünder-EQ'],
      ]);
    }
  });

  it('leaves out rows that cannot be ordered or read, and keeps an index without a tick', async () => {
    const future = {
      ...ROW,
      exch_seg: 'NFO',
      instrumenttype: 'FUTIDX',
      symbol: 'NIFTY24NOV26FUT',
      name: 'NIFTY',
    };
    const list = await read(
      JSON.stringify([
        { ...ROW, tick_size: '0.000000' },
        { ...ROW, lotsize: '0' },
        { ...ROW, token: 3045 },
        { ...ROW, symbol: 'SBIN-BE' },
        { ...ROW, exch_seg: 'BSE' },
        { ...future, expiry: '' },
        { ...future, expiry: '24NOV2026', tick_size: '10.000000', lotsize: '65' },
        {
          ...ROW,
          token: '99926000',
          symbol: 'Nifty 50',
          name: 'NIFTY',
          instrumenttype: 'AMXIDX',
          tick_size: '0.000000',
        },
      ]),
    );
    expect(list).toEqual([
      {
        exchange: 'NFO',
        token: '3045',
        tradingSymbol: 'NIFTY24NOV26FUT',
        name: 'NIFTY',
        kind: 'future',
        expiry: '2026-11-24',
        lotSize: 65,
        tickSize: 10,
      },
      expect.objectContaining({ kind: 'index', tickSize: 0, expiry: null }),
    ]);
  });

  it.each([
    ['ends in the middle', scripMasterText(SERVER_INSTRUMENTS, 100).slice(0, -200)],
    ['ends between two rows', `[${JSON.stringify(ROW)},`],
    ['is a web page', '<html>{ Request Rejected }</html>'],
    ['is empty', ''],
    ['has no rows', '[]'],
    ['has nothing that we trade', JSON.stringify([{ ...ROW, exch_seg: 'MCX' }])],
    ['never ends a row', `[{"token":"${'1'.repeat(50_000)}`],
  ])('that %s is not used', async (_name, text) => {
    await expect(read(text)).rejects.toMatchObject({
      kind: 'unreachable',
      message: expect.stringContaining('The list of before stays in use') as unknown,
    });
  });
});

describe('the list in the database', () => {
  const DAY = '2026-11-20';
  const at = (text: string): number => Date.parse(`${text}+05:30`);
  let folder: string;
  let database: Database;
  let server: AngelOneServer;
  let list: InstrumentList;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'trickdesk-scrip-'));
    database = await openTestDatabase(folder);
    server = await startAngelOneServer();
    list = new InstrumentList({ database, url: server.hosts.scripMaster });
  });
  afterEach(async () => {
    await database.close();
    await server.close();
    rmSync(folder, { recursive: true });
  });

  it('finds the share, and the near-month future of an index, which is the next one for the whole of its last day', async () => {
    expect(await list.bringUpTo(DAY)).toBe(SERVER_INSTRUMENTS.length + 40);
    expect(await list.listedOn()).toBe(DAY);
    expect(await list.instrumentFor('SBIN', at('2026-11-20T10:00'))).toEqual({
      symbol: 'SBIN',
      exchange: 'NSE',
      token: '3045',
      tradingSymbol: 'SBIN-EQ',
      lotSize: 1,
      tickSize: 5,
      expiry: null,
      freezeQuantity: null,
      isin: null,
    });
    expect(await list.instrumentFor('M&M', at('2026-11-20T10:00'))).toMatchObject({ token: '2031' });
    const nifty = async (moment: string) => (await list.instrumentFor('NIFTY', at(moment))).tradingSymbol;
    expect(await nifty('2026-11-20T10:00')).toBe('NIFTY24NOV26FUT');
    expect(await nifty('2026-11-23T23:59')).toBe('NIFTY24NOV26FUT');
    for (const time of ['00:00', '09:15', '11:59', '12:00', '15:39'])
      expect(await nifty(`2026-11-24T${time}`), time).toBe('NIFTY29DEC26FUT');
    // The token of a share, on another exchange.
    expect(await list.instrumentFor('BANKNIFTY', at('2026-11-20T10:00'))).toMatchObject({
      exchange: 'NFO',
      token: '3045',
      lotSize: 30,
      tickSize: 20,
    });
  });

  it('says so when the broker does not list a symbol, or has none of its futures left', async () => {
    await expect(list.instrumentFor('SBIN', at('2026-11-20T10:00'))).rejects.toMatchObject({
      kind: 'order',
      message: expect.stringContaining('has not been read yet') as unknown,
    });
    await list.bringUpTo(DAY);
    const trouble = {
      kind: 'order',
      message: expect.stringContaining(`does not list TATAMOTORS (list of ${DAY})`) as unknown,
    };
    await expect(list.instrumentFor('TATAMOTORS', at('2026-11-20T10:00'))).rejects.toMatchObject(trouble);
    await expect(list.instrumentFor('NIFTY', at('2027-01-01T10:00'))).rejects.toMatchObject({
      kind: 'order',
    });
  });

  it('is fetched once a day, and stays when the new one does not come', async () => {
    await list.bringUpTo(DAY);
    server.script.next('scripMaster', { answer: 'server-error' }).next('scripMaster', { answer: 'garbled' });
    await list.bringUpTo(DAY);
    for (const said of ['HTTP 500', ''])
      await expect(list.bringUpTo('2026-11-23')).rejects.toMatchObject({ kind: 'unreachable', said });
    expect(await list.listedOn()).toBe(DAY);
    expect(await list.instrumentFor('SBIN', at('2026-11-23T10:00'))).toMatchObject({ token: '3045' });
    expect(await list.bringUpTo('2026-11-23')).toBe(SERVER_INSTRUMENTS.length + 40);
    await server.close();
    await expect(list.bringUpTo('2026-11-24')).rejects.toMatchObject({ kind: 'unreachable' });
    server = await startAngelOneServer();
  });

  it('is fetched once for all who ask, and not again soon where it did not come', async () => {
    const patient = new InstrumentList({ database, url: server.hosts.scripMaster, retryAfterMs: 60_000 });
    server.script.next('scripMaster', { answer: 'normal' }).next('scripMaster', { answer: 'server-error' });
    await Promise.all([patient.bringUpTo('2026-12-01'), patient.bringUpTo('2026-12-01')]);
    expect(await patient.listedOn()).toBe('2026-12-01');
    const together = [patient.bringUpTo('2026-12-02'), patient.bringUpTo('2026-12-02')];
    const answers = await Promise.allSettled(together);
    expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await expect(patient.bringUpTo('2026-12-02')).rejects.toMatchObject({
      kind: 'unreachable',
      said: 'HTTP 500',
    });
    expect(await patient.listedOn()).toBe('2026-12-01');
  });
});
