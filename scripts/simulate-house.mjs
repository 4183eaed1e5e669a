// `npm run simulate:house -- [--users 1000000] [--processes 40] [--database-cores 16] [--backtest-cores 40]`: a trading day
// of a house on paper, with costs that were measured (scripts/house-day/costs.json, or --costs FILE), and where it ends.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { brokenBy, limitOf, playDay } from './house-day/house-day.mjs';

const root = dirname(fileURLToPath(import.meta.url));
const NUMBERS = { users: '1000000', processes: '40', 'database-cores': '16', 'backtest-cores': '40' };

const { values } = parseArgs({
  options: {
    ...Object.fromEntries(
      Object.entries(NUMBERS).map(([name, value]) => [name, { type: 'string', default: value }]),
    ),
    costs: { type: 'string', default: join(root, 'house-day/costs.json') },
  },
});

const fail = (sentence) => {
  console.error(sentence);
  process.exit(1);
};

const numberOf = (name) => {
  const number = Number(values[name]);
  return Number.isInteger(number) && number > 0
    ? number
    : fail(`--${name} must be a whole number above 0, not "${values[name]}".`);
};

const readCosts = () => {
  try {
    return JSON.parse(readFileSync(values.costs, 'utf8'));
  } catch (error) {
    return fail(`The costs could not be read: ${error.message}`);
  }
};

/** What is assumed of people; the first to change for a house of one's own. */
const people = {
  users: numberOf('users'),
  windows: 0.1,
  accounts: 0.05,
  instruments: 20,
  ticks: 2,
  strategies: 2,
  documents: 2_000,
  orders: 1.5,
  calls: 3,
  transfers: 0.1,
  backtests: 0.2,
};
const { measured, ...costs } = readCosts();
const machines = {
  processes: numberOf('processes'),
  databaseCores: numberOf('database-cores'),
  backtestCores: numberOf('backtest-cores'),
};

const count = (value) => Math.round(value).toLocaleString('en-IN');
const percent = (share) => `${(share * 100).toFixed(0)} %`;
const clock = (minute) => {
  const at = 9 * 60 + 15 + minute;
  return `${String(Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}`;
};

const day = playDay(people, costs, machines);
const broken = brokenBy(day);
const limit = limitOf(people, costs, machines);
const lines = [
  [
    `${count(people.users)} users, ${count(people.users * people.windows)} windows at the open, ${count(people.users * people.strategies)} running strategies`,
    '',
  ],
  ['processors of the servers, over the day', `${percent(day.nodeLoad)} of ${machines.processes}`],
  ['processors of the database, over the day', `${percent(day.databaseLoad)} of ${machines.databaseCores}`],
  ['its busiest minute', percent(day.databasePeak)],
  [
    'the latest minute',
    `${(day.lateMs / 1_000).toFixed(1)} s late at ${clock(day.latest.minute)}, with ${count(day.latest.orders)} orders`,
  ],
  ['memory of a process for its strategies', `${day.memoryGb.toFixed(1)} GB`],
  ['sent to windows at the open', `${count(day.egressMbit)} Mbit/s`],
  ['processors of the backtests', `${percent(day.backtestLoad)} of ${machines.backtestCores}`],
  ['holds', broken === null ? 'yes' : `no: ${broken}`],
  ['the limit of these machines', `${count(limit.users)} users, by ${limit.limit}`],
];
for (const [name, value] of lines) console.log(value === '' ? name : `  ${name}: ${value}`);
console.log(`Costs: ${measured}`);
