import { startTestBackend } from '../support/test-backend.ts';

/** Task of the process, as JSON in its first argument. */
export interface WindowsTask {
  /** So many people, each with a session. */
  readonly people: number;
}

export interface WindowsReady {
  readonly url: string;
  readonly tokens: readonly string[];
  /** Every instrument of the market. */
  readonly symbols: readonly string[];
}

/** Milliseconds of processor time so far. */
export interface WindowsState {
  readonly cpuMs: number;
}

/** Serve a simulated market to people. Another process opens their windows. */
const serve = async ({ people }: WindowsTask): Promise<void> => {
  const server = await startTestBackend();
  await server.backend.prepared;
  const tokens: string[] = [];
  for (let number = 0; number < people; number++)
    tokens.push((await server.register(`window${number}`)).accessToken);
  process.on('disconnect', () => process.exit(1));
  process.on('message', (what) => {
    if (what === 'end') return void server.dispose().then(() => process.exit(0));
    globalThis.gc?.();
    const { user, system } = process.cpuUsage();
    process.send?.({ cpuMs: (user + system) / 1_000 } satisfies WindowsState);
  });
  const { symbols } = server.backend.parts.marketRuns.simulated.session;
  process.send?.({ url: server.url, tokens, symbols } satisfies WindowsReady);
};

await serve(JSON.parse(process.argv[2] ?? '') as WindowsTask);
