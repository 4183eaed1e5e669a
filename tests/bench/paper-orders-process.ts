import { setTimeout as wait } from 'node:timers/promises';
import type { RuleDocumentInput } from '../../src/shared/rule-document.ts';
import { alwaysTrue } from '../support/costly-rules.ts';
import { RSI_RULES } from '../support/rule-samples.ts';
import { clientAt, startTestBackend } from '../support/test-backend.ts';
import { addCopies } from './running-copies.ts';

/** Task of the process, as JSON in its first argument. */
export interface OrdersTask {
  /** Running strategies that all enter at the close of the same minute. */
  readonly strategies: number;
  /** Where the rows go; undefined for SQLite. */
  readonly database?: string;
}

export type OrdersAnswer = 'prepared' | { readonly cpuMs: number; readonly orders: number };

const RULES: RuleDocumentInput = {
  ...RSI_RULES,
  instruments: ['ITC'],
  timeframe: '1m',
  entry: alwaysTrue,
  stopLoss: { kind: 'percent', value: 10 },
  size: { kind: 'fixed', quantity: 1 },
};
const LOOK_MS = 20;
/** Paces: the next minute ends at once; nothing happens before. */
const [FAST, SLOW] = [60, 1];

const options = ({ database }: OrdersTask) => (database === undefined ? {} : { database });

/** Add the strategies and start anew with them. */
const prepare = async (task: OrdersTask) => {
  const first = await startTestBackend(options(task));
  await first.backend.prepared;
  const user = await first.register('orders');
  await user.call('market.pace', { speed: SLOW });
  const added = await user.call('strategies.add', { url: 'add', name: 'Enters always', document: RULES });
  await addCopies(first.backend.parts.database, task.strategies, added.strategyId ?? 0);
  await first.close();
  const server = await startTestBackend({ ...options(task), dataDir: first.dataDir });
  await server.backend.prepared;
  const { runner } = server.backend.parts.marketRuns.simulated;
  while (runner.runningCount < task.strategies) await wait(LOOK_MS);
  return { server, user: clientAt(server.url).as(user) };
};

const task = JSON.parse(process.argv[2] ?? '') as OrdersTask;
const { server, user } = await prepare(task);
const { read } = server.backend.parts.database;

const filled = async (): Promise<number> => {
  const { count } = await read
    .selectFrom('orders')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('state', '=', 'filled')
    .executeTakeFirstOrThrow();
  return Number(count);
};

/** Let a minute end, and wait until everybody has entered. */
const enter = async (): Promise<OrdersAnswer> => {
  const cpuBefore = process.cpuUsage();
  await user.call('market.pace', { speed: FAST });
  let orders = await filled();
  while ((orders = await filled()) < task.strategies) await wait(LOOK_MS);
  const { user: cpu, system } = process.cpuUsage(cpuBefore);
  return { cpuMs: (cpu + system) / 1_000, orders };
};

process.on('message', (what) => {
  if (what === 'end') void server.dispose().then(() => process.exit(0));
  else void enter().then((answer) => process.send?.(answer));
});
process.send?.('prepared' satisfies OrdersAnswer);
