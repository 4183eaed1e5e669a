import { enableCompileCache } from 'node:module';
import type { BackendOrder } from '../shared/backend-handshake.ts';
import type { Logger } from 'pino';
import type { Backend } from './create-backend.ts';
import type { ReadMeta } from './db/database-port.ts';
import type { StandaloneOptions } from './options.ts';
import type { SeenLeases } from './db/postgres/seen-leases.ts';

// What is made here is its owner's alone, whatever makes it.
process.umask(0o077);
// Before anything heavy is loaded: a warm start then skips compiling it.
enableCompileCache();

/** Calls a minute that a server of many people accepts of each; the desktop's own takes whatever its person asks. */
const CALLS_PER_MINUTE = 600;

type TaskOrder = Extract<BackendOrder, { type: 'task' }>;

interface Port {
  on(event: 'message', listener: (message: { data: unknown }) => void): void;
  postMessage(message: unknown): void;
}

/** Set when the desktop forked us as a utility process. */
const parentPort = (process as unknown as { parentPort?: Port }).parentPort;

/** Errors whose message is a sentence for the person who starts it. */
const SAID: readonly string[] = [
  'DatabaseUnusable',
  'HouseUnusable',
  'BadArguments',
  'BadKeys',
  'BadSecretFile',
];

/** Why it could not start, as a sentence; the rest goes to the log. */
const sentenceOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'The backend could not start.';
  if (SAID.includes(error.name)) return error.message;
  if ('code' in error && error.code === 'EADDRINUSE')
    return 'The port is in use already; choose another with --port.';
  if ('code' in error && error.code === 'EADDRNOTAVAIL')
    return 'This machine has no such address to listen at; choose another with --host.';
  return `The backend could not start: ${error.message}`;
};

/** Does one task on the data folder. The desktop ends this process when it has heard the answer. */
const doTask = async (port: Port, { task, ...place }: TaskOrder): Promise<void> => {
  const { runDataTask, taskTrouble } = await import('./backup/data-tasks.ts');
  try {
    const onPercent = (percent: number) => port.postMessage({ type: 'task-progress', percent });
    port.postMessage({ type: 'task-done', backup: await runDataTask(task, place, undefined, onPercent) });
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    port.postMessage({ type: 'failed', message: taskTrouble(error) });
  }
};

const serveForDesktop = async (port: Port): Promise<void> => {
  const { BackendOrderSchema } = await import('../shared/backend-handshake.ts');
  let backend: Backend | null = null;
  const end = async (): Promise<void> => {
    await backend?.close();
    process.exit(0);
  };
  port.on('message', ({ data }) => {
    const order = BackendOrderSchema.parse(data);
    if (order.type === 'stop') {
      void end();
      return;
    }
    if (order.type === 'task') {
      void doTask(port, order);
      return;
    }
    void (async () => {
      try {
        const { startBackend } = await import('./start-backend.ts');
        const { createLogger } = await import('./log.ts');
        const started = await startBackend({
          dataDir: order.dataDir,
          port: 0,
          apiToken: order.apiToken,
          dataKeys: order.dataKeys,
          logger: createLogger('info'),
        });
        backend = started.backend;
        const { port: ownPort, keyState } = backend;
        port.postMessage({ type: 'ready', port: ownPort, settled: started.settled, keyState });
      } catch (error) {
        port.postMessage({ type: 'failed', message: sentenceOf(error) });
        process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
        process.exit(1);
      }
    })();
  });
};

const LOOPBACK = '127.0.0.1';

/** Runs the backtests of a house until it is ended. */
const runBacktests = async ({ database, house }: StandaloneOptions, logger: Logger): Promise<void> => {
  if (database === undefined || !house) throw new Error('A house has a database and a NATS server.');
  const { startBacktestWorker } = await import('./backtest-worker.ts');
  const onUnknown = (): never => process.exit(1);
  const worker = await startBacktestWorker({ database, nats: house.nats, logger, onUnknown });
  process.stdout.write('trickdesk runs backtests\n');
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.once(signal, () => void worker.close().then(() => process.exit(0)));
};

const serveAlone = async (): Promise<void> => {
  const { standaloneOptions, USAGE } = await import('./options.ts');
  const { urlHost } = await import('./http/source.ts');
  try {
    const options = standaloneOptions(process.argv.slice(2), process.env);
    const { startBackend } = await import('./start-backend.ts');
    const { createLogger } = await import('./log.ts');
    const logger = createLogger(options.logLevel);
    if (options.role === 'backtests') return await runBacktests(options, logger);
    const start = (seenLeases?: SeenLeases) =>
      startBackend({
        ...options,
        isShared: true,
        callsPerMinute: CALLS_PER_MINUTE,
        logger,
        onOwnershipLost: () => process.exit(1),
        ...(seenLeases && { seenLeases }),
      });
    const { database, host = LOOPBACK, isStandby } = options;
    const { requireOwnKeys } = await import('./secrets/own-keys.ts');
    const requireKeys = (meta: ReadMeta) => requireOwnKeys(meta, options.dataDir, options.keys?.data);
    const onListening = (port: number): void =>
      void process.stdout.write(`trickdesk stands by on http://${urlHost(host)}:${port}\n`);
    const { backend } =
      isStandby && database !== undefined
        ? await (
            await import('./cluster/standby.ts')
          ).standBy(
            {
              database,
              dataDir: options.dataDir,
              host,
              port: options.port,
              offer: options.house ?? { processes: 1 },
              requireKeys,
              logger,
            },
            start,
            onListening,
          )
        : await start();
    process.stdout.write(`trickdesk api token: ${options.apiTokenSource}\n`);
    process.stdout.write(`trickdesk backend listening on http://${urlHost(host)}:${backend.port}\n`);
    if (options.metrics)
      process.stdout.write(
        `trickdesk metrics at http://${urlHost(options.metrics.host)}:${backend.metricsPort}/metrics\n`,
      );
    for (const signal of ['SIGTERM', 'SIGINT'] as const)
      process.once(signal, () => {
        void backend.close().then(() => process.exit(0));
      });
  } catch (error) {
    process.stderr.write(`${sentenceOf(error)}\n`);
    if (error instanceof Error && error.name === 'BadArguments') process.stderr.write(`${USAGE}\n`);
    process.exit(1);
  }
};

void (parentPort ? serveForDesktop(parentPort) : serveAlone());
