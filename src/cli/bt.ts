import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { InputOf } from '../shared/contract/endpoint.ts';
import type { backtests, Figures, RunDetail } from '../shared/contract/backtests.ts';
import { METRIC_NAMES, type MetricName } from '../shared/metric-names.ts';
import { formatPrice } from '../shared/money.ts';
import { DAY_MS, istDate } from '../shared/time.ts';
import type { Client } from './client.ts';
import { jsonOf, type Output, tableOf } from './print.ts';
import { EXIT, type Exit, Trouble } from './trouble.ts';
import { numberGiven, verb } from './verb.ts';

type StartInput = InputOf<(typeof backtests)['start']>;

/** Pauses between two looks at a run, ms: a key has so many calls a minute. */
const FIRST_LOOK_MS = 300;
const LONGEST_LOOK_MS = 3_000;
const MOST_STRATEGIES = 100;
/** ₹1,00,000. */
const CAPITAL_RUPEES = 1_00_000;
const YEAR_DAYS = 365;

/** Figures that are amounts in paise. */
const AMOUNTS: ReadonlySet<MetricName> = new Set<MetricName>([
  'netProfit',
  'maxDrawdown',
  'expectancy',
  'averageWin',
  'averageLoss',
  'largestWin',
  'largestLoss',
  'grossProfit',
  'charges',
]);

const readDocument = (file: string): unknown => {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new Trouble(EXIT.usage, `${file} cannot be read: ${error instanceof Error ? error.message : ''}`, {
      cause: error,
    });
  }
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new Trouble(EXIT.usage, `${file} is not JSON: ${error instanceof Error ? error.message : ''}`, {
      cause: error,
    });
  }
};

/** The strategy of somebody's own that a word means: its number, or its name. @throws Trouble */
const strategyOf = async (client: Client, word: string): Promise<number> => {
  if (/^\d+$/.test(word)) return Number(word);
  const { rows } = await client.call('strategies.mine', {
    ...{ strategyStatus: 0, pageType: 'All', pageSize: MOST_STRATEGIES, search: word },
  });
  const wanted = word.trim().toLowerCase();
  const exact = rows.filter(({ name }) => name.toLowerCase() === wanted);
  const [found, other] = exact.length > 0 ? exact : rows;
  if (!found)
    throw new Trouble(
      EXIT.usage,
      `You have no strategy "${word}". Give its name, its number, or a file of rules.`,
    );
  if (other)
    throw new Trouble(
      EXIT.usage,
      `"${word}" may be ${rows.map(({ name, strategyId }) => `${name} (${strategyId})`).join(', ')}. Give the number.`,
    );
  return found.strategyId;
};

const rulesOf = async (client: Client, word: string): Promise<Pick<StartInput, 'strategyId' | 'document'>> =>
  word.endsWith('.json') || existsSync(word)
    ? { document: readDocument(word) }
    : { strategyId: await strategyOf(client, word) };

/** A run when it has ended. @throws Trouble when it failed or was cancelled */
export const waitForRun = async (client: Client, backtestId: number, out: Output): Promise<RunDetail> => {
  let told = -1;
  for (let pause = FIRST_LOOK_MS; ; pause = Math.min(2 * pause, LONGEST_LOOK_MS)) {
    const { backtest } = await client.call('backtests.list', { backtestId, pageSize: 1 });
    if (!backtest) throw new Trouble(EXIT.no, `The backtest ${backtestId} is not there any more.`);
    if (backtest.state === 'done') return backtest;
    if (backtest.state === 'failed' || backtest.state === 'cancelled')
      throw new Trouble(EXIT.no, backtest.message || `The backtest was ${backtest.state}.`);
    if (backtest.progressPercent > told)
      out.say(`${backtest.state}: ${Math.floor(backtest.progressPercent)} %`);
    told = backtest.progressPercent;
    await delay(pause);
  }
};

const figureText = (name: MetricName, value: number | null): string => {
  if (value === null) return '–';
  return AMOUNTS.has(name) ? formatPrice(value) : String(Number(value.toFixed(2)));
};

/** Figures of a run as lines of a terminal. */
export const figuresText = (figures: Figures): string =>
  tableOf(METRIC_NAMES.map((name) => ({ figure: name, value: figureText(name, figures[name] ?? null) })));

const sourceOf = (text: string | undefined): 'simulated' | 'replay' | undefined => {
  if (text === undefined || text === 'simulated' || text === 'replay') return text;
  throw new Trouble(EXIT.usage, `--source must be simulated or replay; "${text}" is neither.`);
};

const today = (): number => Date.now();

/** Whether a document is one with legs: these are tested on premiums, by a call of their own. */
const isOfLegs = (document: unknown): boolean =>
  typeof document === 'object' && document !== null && 'version' in document && document.version === 2;

const testLegs = async (
  client: Client,
  input: Pick<StartInput, 'document' | 'from_date' | 'to_date'>,
  options: { readonly source: string | undefined; readonly json: boolean },
  out: Output,
): Promise<Exit> => {
  const source = sourceOf(options.source);
  const results = await client.call('options.backtest', { ...input, ...(source && { source }) });
  const { label, days, won, gross, charges, net, maxDrawdown } = results;
  if (options.json) out.print(jsonOf(results));
  else {
    out.print(`${input.from_date} to ${input.to_date}: ${label}`);
    const amounts = Object.entries({ gross, charges, net, maxDrawdown });
    out.print(
      tableOf([
        { figure: 'days', value: days.length },
        { figure: 'won', value: won },
        ...amounts.map(([figure, value]) => ({ figure, value: formatPrice(value) })),
      ]),
    );
  }
  return EXIT.done;
};

/** `trickdesk bt`: a backtest, from its start to its figures. */
export const bt = verb('bt', {
  summary: 'Start a backtest, wait for its end, and print its figures.',
  help: ['It needs a key with the scopes read and change, and uses a backtest of the month.'],
  words: ['<strategy|rules.json>'],
  options: {
    from: { value: 'YYYY-MM-DD', help: 'First day; a year before the last one unless given.' },
    to: { value: 'YYYY-MM-DD', help: 'Last day; yesterday unless given.' },
    capital: { value: 'RUPEES', help: `Capital; ${CAPITAL_RUPEES} unless given.` },
    source: { value: 'simulated|replay', help: 'Which prices; those of the feed in use unless given.' },
    name: { value: 'NAME', help: 'Name in the list of runs.' },
    json: { help: 'Print everything about the run as JSON.' },
  },
  run: async ({ args, options, client: connect, out }): Promise<Exit> => {
    const client = connect();
    const to = options.to ?? istDate(today() - DAY_MS);
    const end = Date.parse(to);
    if (Number.isNaN(end))
      throw new Trouble(EXIT.usage, `--to must be a day such as 2026-11-20; "${to}" is none.`);
    const rules = await rulesOf(client, args[0] ?? '');
    const days = { from_date: options.from ?? istDate(end - YEAR_DAYS * DAY_MS), to_date: to };
    if (isOfLegs(rules.document)) return testLegs(client, { ...rules, ...days }, options, out);
    const input: StartInput = {
      ...rules,
      ...days,
      capital: Math.round((numberGiven('capital', options.capital) ?? CAPITAL_RUPEES) * 100),
      ...(options.source !== undefined && { source: sourceOf(options.source) }),
      ...(options.name !== undefined && { name: options.name }),
    };
    const { backtestId } = await client.call('backtests.start', input);
    const run = await waitForRun(client, backtestId, out);
    if (options.json) out.print(jsonOf(run));
    else {
      out.print(`${run.name}: ${run.from_date} to ${run.to_date}, ${run.source}, backtest ${run.backtestId}`);
      out.print(figuresText(run.figures ?? run.result?.figures ?? ({} as Figures)));
    }
    return EXIT.done;
  },
});
