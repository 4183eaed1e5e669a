import { channel } from 'node:diagnostics_channel';

/** Times at which requests were written to their sockets; epoch ms with fractions. They compare between processes. */
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
    if (path.endsWith(pathEnd)) times.push(performance.timeOrigin + performance.now());
  };
  for (const written of WRITTEN) written.subscribe(note);
  return { times, stop: () => WRITTEN.forEach((written) => written.unsubscribe(note)) };
};
