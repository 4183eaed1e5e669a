import type { RunDetail } from '../shared/contract/backtests.ts';
import { METRIC_NAMES } from '../shared/metric-names.ts';
import { waitForRun } from './bt.ts';
import type { Client } from './client.ts';
import { runOnFolder } from './house-commands.ts';
import { type Output, tableOf } from './print.ts';
import { EXIT, type Exit, Trouble } from './trouble.ts';
import { numberGiven, verb } from './verb.ts';

const runWith = async (client: Client, backtestId: number | undefined): Promise<RunDetail> => {
  const { backtest, backtest_list } = await client.call('backtests.list', { backtestId, pageSize: 100 });
  if (backtest) return backtest;
  const latest = backtest_list.find(({ state, kind }) => state === 'done' && kind === 'backtest');
  if (!latest)
    throw new Trouble(EXIT.usage, 'You have no backtest that is done. Start one with trickdesk bt.');
  return runWith(client, latest.backtestId);
};

const differencesOf = (before: RunDetail, after: RunDetail) =>
  METRIC_NAMES.map((name) => ({
    figure: name,
    before: before.figures?.[name] ?? null,
    now: after.figures?.[name] ?? null,
  })).filter(({ before: one, now }) => !Object.is(one, now));

/** Run a backtest again, and compare every figure to the last digit. */
const verifyRun = async (client: Client, backtestId: number | undefined, out: Output): Promise<boolean> => {
  const before = await runWith(client, backtestId);
  const { settings } = before;
  if (before.kind !== 'backtest' || before.state !== 'done' || !settings)
    throw new Trouble(
      EXIT.usage,
      `The run ${before.backtestId} is no backtest that is done, or from before settings were kept.`,
    );
  const { benchmark, ...rest } = settings;
  const started = await client.call('backtests.start', {
    ...rest,
    ...(benchmark !== null && { benchmark }),
    document: before.document,
    from_date: before.from_date,
    to_date: before.to_date,
    capital: before.capital,
    source: before.source,
    name: `${before.name.slice(0, 50)} again`,
  });
  const differences = differencesOf(before, await waitForRun(client, started.backtestId, out));
  if (differences.length === 0) {
    out.print(
      `Backtest ${before.backtestId}: ${METRIC_NAMES.length} figures, all the same when it is run again.`,
    );
    return true;
  }
  out.print(`Backtest ${before.backtestId}: ${differences.length} figures differ when it is run again.`);
  out.print(tableOf(differences));
  return false;
};

/** `trickdesk verify`: the books of a data folder, and a backtest against itself. */
export const verify = verb('verify', {
  summary: 'Check the books of a data folder (--data), and run a backtest again and compare.',
  help: [
    'The books are those of npm run ledger:check: balances, postings, results that are kept as sums.',
    'Running again needs a key with the scopes read and change, and uses a backtest of the month.',
    'It ends with 1 where something differs.',
  ],
  options: {
    books: {
      help: 'Check the books of the database that the environment names, or of trickdesk-data.',
    },
    data: { value: 'DIR', help: 'Check the books of this data folder; TrickDesk may be running on it.' },
    backtest: { value: 'NUMBER', help: 'Which backtest; the latest that is done unless given.' },
    'books-only': { help: 'Check the books alone; needs no key.' },
  },
  run: async ({ options, client, out }): Promise<Exit> => {
    const { data, 'books-only': isOnly } = options;
    const areChecked = isOnly || options.books || data !== undefined;
    const books = areChecked ? await runOnFolder('ledgerCheck', data === undefined ? [] : [data]) : EXIT.done;
    if (isOnly || books === EXIT.usage) return books;
    const isSame = await verifyRun(client(), numberGiven('backtest', options.backtest), out);
    return isSame ? books : EXIT.no;
  },
});
