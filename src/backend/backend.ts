import { enableCompileCache } from 'node:module';
import type { Backend } from './create-backend.ts';

// Before anything heavy is loaded: a warm start then skips compiling it.
enableCompileCache();

interface Port {
  on(event: 'message', listener: (message: { data: unknown }) => void): void;
  postMessage(message: unknown): void;
}

/** Set when the desktop forked us as a utility process. */
const parentPort = (process as unknown as { parentPort?: Port }).parentPort;

/** Why it could not start, as a sentence; the rest goes to the log. */
const sentenceOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'The backend could not start.';
  if (error.name === 'DatabaseUnusable' || error.name === 'BadArguments') return error.message;
  if ('code' in error && error.code === 'EADDRINUSE')
    return 'The port is in use already; choose another with --port.';
  return `The backend could not start: ${error.message}`;
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
    void (async () => {
      try {
        const { createBackend } = await import('./create-backend.ts');
        const { createLogger } = await import('./log.ts');
        backend = await createBackend({
          dataDir: order.dataDir,
          port: 0,
          apiToken: order.apiToken,
          dataKey: order.dataKey,
          logger: createLogger('info'),
        });
        port.postMessage({ type: 'ready', port: backend.port });
      } catch (error) {
        port.postMessage({ type: 'failed', message: sentenceOf(error) });
        process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
        process.exit(1);
      }
    })();
  });
};

const serveAlone = async (): Promise<void> => {
  const { standaloneOptions, USAGE } = await import('./options.ts');
  try {
    const options = standaloneOptions(process.argv.slice(2), process.env);
    const { createBackend } = await import('./create-backend.ts');
    const { createLogger } = await import('./log.ts');
    const backend = await createBackend({
      ...options,
      logger: createLogger(process.env['LOG_LEVEL'] ?? 'warn'),
    });
    process.stdout.write(`trickdesk api token: ${options.apiTokenSource}\n`);
    process.stdout.write(`trickdesk backend listening on http://127.0.0.1:${backend.port}\n`);
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
