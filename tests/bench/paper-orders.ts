import { PostgresServer, postgresPrograms } from '../support/postgres-server.ts';
import { startTalkingChild } from '../support/talking-child.ts';
import { medianOf, type Row } from './measure.ts';
import type { OrdersAnswer, OrdersTask } from './paper-orders-process.ts';

/** Strategies that enter at once: `TRICKDESK_ORDERS=2000 npm run bench -- paper-orders`. */
const ORDERS = Number(process.env['TRICKDESK_ORDERS'] ?? 500);
const RUNS = 5;

/** Cost of one order from signal to booked fill, processor ms. */
interface Cost {
  readonly node: number;
  readonly database: number;
}

const costOn = async (serverMs: () => number, database?: string): Promise<Cost> => {
  const task: OrdersTask = { strategies: ORDERS, ...(database === undefined ? {} : { database }) };
  const child = await startTalkingChild<OrdersAnswer, OrdersAnswer>(
    'tests/bench/paper-orders-process.ts',
    task,
  );
  const before = serverMs();
  const answer = await child.ask('enter');
  const took = serverMs() - before;
  await child.end();
  if (answer === 'prepared') throw new Error('No order was placed.');
  return { node: answer.cpuMs / answer.orders, database: took / answer.orders };
};

/** Paper orders of a crowd that enters in one minute. On PostgreSQL beside SQLite. */
export const paperOrders = async (): Promise<Row[]> => {
  const name = `paper order of ${ORDERS} in one minute on PostgreSQL`;
  const programs = postgresPrograms();
  if (programs === null) return [{ name, skipped: 'PostgreSQL is not installed' }];
  const postgres = await PostgresServer.start(programs, true);
  try {
    const [ours, peer]: [Cost[], Cost[]] = [[], []];
    for (let run = 0; run < RUNS; run++) {
      ours.push(await costOn(() => postgres.cpuMs(), await postgres.newDatabase(`orders${run}`)));
      peer.push(await costOn(() => 0));
    }
    const row = (what: string, figure: (cost: Cost) => number): Row => ({
      ...{ name: `${name}: ${what} (peer: SQLite)`, unit: 'ms' },
      ...{ ours: medianOf(ours.map(figure)), peer: medianOf(peer.map(figure)) },
    });
    return [
      row('CPU of node', ({ node }) => node),
      row('CPU in all', ({ node, database }) => node + database),
    ];
  } finally {
    await postgres.stop();
  }
};
