import { channel } from 'node:diagnostics_channel';

/**
 * Milliseconds by the computer's clock that is never set. It compares between processes: the epoch of each is read at
 * its start, and the wall clock may be put right between two starts.
 */
export const steadyMs = (): number => Number(process.hrtime.bigint()) / 1e6;

/** Times at which requests were written to their sockets, by `steadyMs`. */
export interface SocketTimes {
  readonly times: readonly number[];
  stop(): void;
}

/** The channels that tell of a written request: of `node:http`, and of `fetch`. */
const WRITTEN = [channel('http.client.request.start'), channel('undici:client:sendHeaders')];

/** Note when requests are written whose path ends so. */
export const socketTimes = (pathEnd: string): SocketTimes => {
  const times: number[] = [];
  const note = (message: unknown): void => {
    const { path } = (message as { readonly request: { readonly path: string } }).request;
    if (path.endsWith(pathEnd)) times.push(steadyMs());
  };
  for (const written of WRITTEN) written.subscribe(note);
  return { times, stop: () => WRITTEN.forEach((written) => written.unsubscribe(note)) };
};
