// A trading day of a house, minute by minute, on paper: what its processes and its database have to do, and how late they are.

const MINUTES = 375;
const SECONDS = 60;
const MS_A_MINUTE = 60_000;
/** A random number from 0 to 1 for each place of a series, the same at each run. */
const noise = (seed, at) => {
  let value = Math.imul(seed ^ (at * 0x9e3779b1), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return ((value ^ (value >>> 16)) >>> 0) / 2 ** 32;
};

/**
 * What people do. Shares are of all registered users.
 * @typedef {object} People
 * @property {number} users registered
 * @property {number} windows share with an open window at the open; at midday it is half of that
 * @property {number} accounts share that trades real money
 * @property {number} instruments of which an account gets prices, each `ticks` times a second
 * @property {number} ticks
 * @property {number} strategies running, of each user
 * @property {number} documents different rules, of which the first have most copies
 * @property {number} orders of a strategy in a day
 * @property {number} calls of a window in a minute
 * @property {number} transfers of a user in a day
 * @property {number} backtests of a user in a day
 */

/**
 * What a thing costs, in ms of a processor unless its name says otherwise.
 * @typedef {object} Costs
 * @property {number} document one evaluation of rules
 * @property {number} copy its share for each further copy
 * @property {number} order at the process, from signal to booked fill
 * @property {number} orderDatabase the same at the database
 * @property {number} tick
 * @property {number} window of a window in a second
 * @property {number} windowBytes that it is sent in a second
 * @property {number} call
 * @property {number} callDatabase
 * @property {number} hop more for a call that is forwarded, at both processes
 * @property {number} transfer
 * @property {number} transferDatabase
 * @property {number} backtest
 * @property {number} strategyKb memory of a running strategy
 */

/**
 * What there is.
 * @typedef {object} Machines
 * @property {number} processes each with one core
 * @property {number} databaseCores
 * @property {number} backtestCores
 */

/** Copies of each document: the next one has a little fewer than the one before (Zipf). */
const copiesOf = ({ users, strategies, documents }) => {
  const weights = Array.from({ length: documents }, (_, rank) => 1 / (rank + 1));
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => (users * strategies * weight) / all);
};

/** Orders in a minute. Whatever has a signal has it for all of its copies at once. */
const ordersIn = (minute, copies, ordersADay) =>
  copies.reduce(
    (sum, count, document) => sum + (noise(document + 1, minute) < ordersADay / MINUTES ? count : 0),
    0,
  );

/** Share of the windows of the open that are open in a minute. */
const openShare = (minute) => 0.5 + 0.5 * Math.abs(1 - (2 * minute) / MINUTES);

/**
 * Plays a day. Work that does not fit into its minute waits for the next one.
 * @param {People} people
 * @param {Costs} costs
 * @param {Machines} machines
 */
export const playDay = (people, costs, machines) => {
  const { users } = people;
  const copies = copiesOf(people);
  const running = users * people.strategies;
  const forwardedShare = (machines.processes - 1) / machines.processes;
  const evaluation =
    Math.min(running, people.documents * machines.processes) * costs.document + running * costs.copy;
  const ticks = users * people.accounts * people.instruments * people.ticks * SECONDS * costs.tick;
  const transfers = (users * people.transfers) / MINUTES;
  const has = { node: machines.processes * MS_A_MINUTE, database: machines.databaseCores * MS_A_MINUTE };
  const left = { node: 0, database: 0 };
  const sums = { node: 0, database: 0 };
  const worst = { minute: 0, orders: 0, lateMs: 0, database: 0 };
  for (let minute = 0; minute < MINUTES; minute++) {
    const orders = ordersIn(minute, copies, people.orders);
    const windows = users * people.windows * openShare(minute);
    const calls = windows * people.calls;
    const node =
      evaluation +
      ticks +
      orders * costs.order +
      windows * SECONDS * costs.window +
      calls * (costs.call + forwardedShare * costs.hop) +
      transfers * costs.transfer;
    const database =
      orders * costs.orderDatabase + calls * costs.callDatabase + transfers * costs.transferDatabase;
    sums.node += node;
    sums.database += database;
    // A minute is closed when its evaluation and its orders are done; whichever is slower decides.
    left.node = Math.max(0, left.node + node - has.node);
    left.database = Math.max(0, left.database + database - has.database);
    const late = Math.max(left.node / machines.processes, left.database / machines.databaseCores);
    if (late >= worst.lateMs) Object.assign(worst, { minute, orders, lateMs: late });
    worst.database = Math.max(worst.database, database / has.database);
  }
  return {
    /** Share of the processors in use, over the day. */
    nodeLoad: sums.node / (has.node * MINUTES),
    databaseLoad: sums.database / (has.database * MINUTES),
    /** The busiest minute of the database; above 1 it is not done in its minute. */
    databasePeak: worst.database,
    /** How late the latest minute was closed, ms, and with how many orders. */
    lateMs: worst.lateMs,
    latest: { minute: worst.minute, orders: Math.round(worst.orders) },
    /** Memory of a process for its strategies, GB. */
    memoryGb: (running * costs.strategyKb) / machines.processes / 1_048_576,
    /** Sent to windows at the open, Mbit/s. */
    egressMbit: (users * people.windows * costs.windowBytes * 8) / 1e6,
    backtestLoad:
      (users * people.backtests * costs.backtest) / (machines.backtestCores * MS_A_MINUTE * MINUTES),
  };
};

/** What a house must hold to be called enough, in the order in which it is asked. */
export const LIMITS = [
  ['processors of the servers', ({ nodeLoad }) => nodeLoad <= 0.7],
  ['processors of the database', ({ databaseLoad }) => databaseLoad <= 0.7],
  ['a minute closed within 60 s of its end', ({ lateMs }) => lateMs <= MS_A_MINUTE],
  ['memory of a process, 3 GB', ({ memoryGb }) => memoryGb <= 3],
  ['processors of the backtests', ({ backtestLoad }) => backtestLoad <= 0.7],
];

/** What a day breaks first; null when it holds. */
export const brokenBy = (day) => LIMITS.find(([, holds]) => !holds(day))?.[0] ?? null;

/**
 * The most users that machines hold, and what ends it.
 * @returns {{ users: number, limit: string }}
 */
export const limitOf = (people, costs, machines) => {
  const brokenAt = (users) => brokenBy(playDay({ ...people, users }, costs, machines));
  let [holds, breaks] = [0, 1_000];
  while (brokenAt(breaks) === null) [holds, breaks] = [breaks, breaks * 2];
  while (breaks - holds > Math.max(1, breaks / 200)) {
    const middle = Math.round((holds + breaks) / 2);
    if (brokenAt(middle) === null) holds = middle;
    else breaks = middle;
  }
  return { users: holds, limit: brokenAt(breaks) ?? '' };
};
