import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestBackend, type TestBackend, type TestUser } from '../../../../tests/support/test-backend.ts';
import { udiffFile, udiffRow } from '../../../../tests/support/derivative-files.ts';
import { contractOf } from '../../../engine/contracts/contract.ts';
import { istDate } from '../../../shared/time.ts';
import { storeContracts } from '../../market/contracts/store-contracts.ts';
import { pauses } from '../../pauses.ts';

let server: TestBackend;
let user: TestUser;
beforeAll(async () => {
  server = await startTestBackend();
  await server.backend.prepared;
  user = await server.register('contracts');
});
afterAll(() => server.dispose());

it('without a list, the contracts of the simulated market are found and labelled so', async () => {
  const { chain } = await user.call('options.chain', { underlying: 'NIFTY' });
  const { source, listedOn, contracts, reason } = await user.call('market.findContracts', {
    search: 'nifty ce',
    limit: 5,
  });
  expect({ source, reason }).toEqual({ source: 'simulated', reason: '' });
  expect(listedOn).toBe(chain?.at.slice(0, 10));
  expect(contracts).toHaveLength(5);
  const [first] = contracts;
  expect(first).toMatchObject({
    exchange: 'NSE',
    underlying: 'NIFTY',
    expiry: chain?.expiry,
    kind: 'call',
    lotSize: 65,
    tickSize: 5,
    freezeQuantity: 1_800,
    token: null,
  });
  // The nearest to the money, which is in the chain under the same symbol.
  expect(Math.abs((first?.strike ?? 0) - (chain?.spot ?? 0))).toBeLessThanOrEqual(25_00);
  expect(chain?.strikes.map(({ call }) => call?.symbol)).toContain(first?.symbol);
});

it.each(['nifty fut', 'fut nifty'])('“%s” finds the futures of the simulated market', async (text) => {
  const { contracts } = await user.call('market.findContracts', { search: text, limit: 3 });
  const { expiries } = await user.call('options.chain', { underlying: 'NIFTY' });
  const months = expiries.flatMap(({ day, isMonthly }) => (isMonthly ? [`NIFTY ${day} FUT`] : []));
  expect(contracts.map(({ symbol }) => symbol)).toEqual(months);
});

it('each contract of the simulated chain is found by its symbol', async () => {
  const { chain } = await user.call('options.chain', { underlying: 'BANKNIFTY' });
  const symbols = chain?.strikes.flatMap(({ call, put }) => [call?.symbol ?? '', put?.symbol ?? '']) ?? [];
  expect(symbols.length).toBeGreaterThan(100);
  for (const symbol of symbols.filter((_, index) => index % 20 === 0)) {
    const { contracts } = await user.call('market.findContracts', { search: symbol, limit: 1 });
    expect(contracts.map((one) => one.symbol)).toEqual([symbol]);
  }
});

it.each([{ limit: 0 }, { limit: 51 }, { search: 'x'.repeat(81) }])('%o is no search', async (input) => {
  expect((await user.ask('market.findContracts', input)).status).toBe(400);
});

it('contracts of imported files are found by who has imported them, and have their candles', async () => {
  const expiry = `${new Date().getFullYear() + 2}-12-28`;
  const other = await server.register('no-files');
  const file = (day: string, strike: string) => ({
    name: `BhavCopy_NSE_FO_${day}.csv`,
    text: udiffFile(udiffRow({ day, expiry, strike })),
  });
  await user.call('market.import', { files: [file('2026-07-21', '24500.00')] });
  const find = async (by: TestUser) => {
    const { source, contracts } = await by.call('market.findContracts', { search: `nifty ${expiry}` });
    return [source, contracts.map(({ symbol }) => symbol)];
  };
  expect(await find(user)).toEqual(['replay', [`NIFTY ${expiry} 24500 CE`]]);
  expect(await find(other)).toEqual(['simulated', []]);
  // The same list again, with more in it.
  await user.call('market.import', { files: [file('2026-07-21', '24600.00')] });
  expect(await find(user)).toEqual(['replay', [`NIFTY ${expiry} 24500 CE`, `NIFTY ${expiry} 24600 CE`]]);

  const input = { symbol: `NIFTY ${expiry} 24500 CE`, timeframe: '1d' } as const;
  expect(await user.call('market.candles', input)).toMatchObject({
    source: 'replay',
    time: [Date.parse('2026-07-21T00:00:00+05:30')],
    close: [105_00],
    volume: [455],
    openInterest: [65_000],
  });
  expect((await user.call('market.candles', { ...input, to_date: '2026-07-20' })).close).toEqual([]);
  expect((await user.call('market.candles', { ...input, from_date: '2026-07-22' })).close).toEqual([]);
  expect((await other.call('market.candles', input)).close).toEqual([]);
  for (const without of [{ timeframe: '5m' }, { source: 'simulated' }]) {
    const { status, body } = await user.ask('market.candles', { ...input, ...without });
    expect([status, body.message]).toEqual([
      422,
      'Futures and options have daily candles of imported files, and no others.',
    ]);
  }
});

it('in a replay, contracts of its day are found, or it is said why none are', async () => {
  const by = await server.register('replay');
  const DAY = '2024-01-02';
  const share = `timestamp,open,high,low,close,volume,oi\n${DAY} 00:00:00+05:30,10,11,9,10,5,0\n`;
  await by.call('market.import', { files: [{ name: 'ITC.csv', text: share }] });
  await by.call('market.replay', { action: 'start', from: DAY, to: DAY, speed: 1 });
  expect(await by.call('market.findContracts', { search: 'nifty' })).toEqual({
    source: 'replay',
    listedOn: null,
    contracts: [],
    reason: 'No file of futures and options has been imported that has contracts of the replayed day.',
  });
  const text = udiffFile(
    udiffRow({ day: DAY, expiry: '2024-01-04' }),
    udiffRow({ day: DAY, expiry: '2024-01-01' }),
  );
  await by.call('market.import', { files: [{ name: 'BhavCopy_NSE_FO.csv', text }] });
  const { source, contracts } = await by.call('market.findContracts', { search: 'nifty' });
  expect([source, contracts.map(({ symbol }) => symbol)]).toEqual(['replay', ['NIFTY 2024-01-04 24500 CE']]);
});

it("once there is a broker's list, its contracts are found and no others", async () => {
  const { database, clock } = server.backend.parts;
  const today = istDate(clock.now());
  const year = Number(today.slice(0, 4)) + 1;
  const contract = contractOf(`BSE:SENSEX ${year}-12-30 84000 PE`);
  if (!contract) throw new Error('No contract.');
  const listed = [{ contract, lotSize: 20, tickSize: 5, token: '844001', endsOn: `${year}-12-29` }];
  await storeContracts(
    database,
    { source: 'angel-one', day: today, isWhole: true, listed, leftOut: 0 },
    pauses(),
  );
  expect(await user.call('market.findContracts', { search: 'sensex 84000 pe' })).toEqual({
    source: 'broker',
    listedOn: today,
    reason: '',
    contracts: [
      {
        symbol: `BSE:SENSEX ${year}-12-30 84000 PE`,
        exchange: 'BSE',
        underlying: 'SENSEX',
        expiry: `${year}-12-30`,
        lastDay: `${year}-12-29`,
        kind: 'put',
        strike: 84_000_00,
        lotSize: 20,
        tickSize: 5,
        freezeQuantity: 500,
        token: '844001',
      },
    ],
  });
  expect((await user.call('market.findContracts', { search: 'nifty' })).contracts).toEqual([]);
});
