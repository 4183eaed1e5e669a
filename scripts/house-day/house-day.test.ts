import { expect, it } from 'vitest';
import { brokenBy, limitOf, playDay } from './house-day.mjs';

const PEOPLE = {
  users: 10_000,
  windows: 0.1,
  accounts: 0.05,
  instruments: 20,
  ticks: 2,
  strategies: 2,
  documents: 21,
  orders: 1.5,
  calls: 3,
  transfers: 0.1,
  backtests: 0.2,
};
const COSTS = {
  document: 0.1,
  copy: 0.01,
  order: 2,
  orderDatabase: 2,
  tick: 0.014,
  window: 0.05,
  windowBytes: 1_500,
  call: 0.5,
  callDatabase: 0.2,
  hop: 0.3,
  transfer: 0.9,
  transferDatabase: 1.3,
  backtest: 2_000,
  strategyKb: 45,
};
const MACHINES = { processes: 4, databaseCores: 8, backtestCores: 4 };

it('a day is the same each time, and heavier with more users', () => {
  const day = playDay(PEOPLE, COSTS, MACHINES);
  expect(playDay(PEOPLE, COSTS, MACHINES)).toEqual(day);
  const twice = playDay({ ...PEOPLE, users: 20_000 }, COSTS, MACHINES);
  expect(twice.databaseLoad).toBeCloseTo(2 * day.databaseLoad, 10);
  expect(twice.nodeLoad).toBeGreaterThan(1.5 * day.nodeLoad);
  expect(twice.memoryGb).toBeCloseTo(2 * day.memoryGb, 10);
});

it('ticks, windows and calls cost what they are said to', () => {
  const idle = { ...PEOPLE, windows: 0, accounts: 0, strategies: 0, transfers: 0 };
  expect(playDay(idle, COSTS, MACHINES).nodeLoad).toBe(0);
  const ticking = playDay({ ...idle, accounts: 0.05 }, COSTS, MACHINES);
  // 500 accounts, 20 instruments, twice a second, 0.014 ms each: 280 ms of the 4,000 in a second.
  expect(ticking.nodeLoad).toBeCloseTo(0.07, 10);
  const transferring = playDay({ ...idle, transfers: 375 }, COSTS, MACHINES);
  // 10,000 in each minute.
  expect(transferring.databaseLoad).toBeCloseTo((10_000 * 1.3) / (8 * 60_000), 10);
});

it('work that does not fit makes the minutes after it late', () => {
  const crowd = playDay({ ...PEOPLE, users: 2_000_000 }, COSTS, MACHINES);
  expect(crowd.lateMs).toBeGreaterThan(60_000);
  expect(brokenBy(crowd)).not.toBeNull();
  expect(playDay(PEOPLE, COSTS, MACHINES).lateMs).toBe(0);
});

it('the limit is where a house breaks, and more machines move it', () => {
  const { users, limit } = limitOf(PEOPLE, COSTS, MACHINES);
  expect(brokenBy(playDay({ ...PEOPLE, users }, COSTS, MACHINES))).toBeNull();
  expect(brokenBy(playDay({ ...PEOPLE, users: users * 1.02 }, COSTS, MACHINES))).toBe(limit);
  const more = limitOf(PEOPLE, COSTS, { processes: 8, databaseCores: 16, backtestCores: 8 });
  expect(more.users).toBeGreaterThan(1.8 * users);
});
