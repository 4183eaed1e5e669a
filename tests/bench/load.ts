import { connect, type Socket } from 'node:net';
import { parseArgs } from 'node:util';

/**
 * Load generator: sends one request again and again over kept connections. Reports how many microseconds a request
 * took: `load.ts --url URL --path PATH --token TOKEN --body JSON --connections N --requests N`. A process of its own,
 * and no client library, so that what is measured is the server.
 */
const { values } = parseArgs({
  options: {
    url: { type: 'string' },
    path: { type: 'string' },
    token: { type: 'string' },
    body: { type: 'string' },
    connections: { type: 'string' },
    requests: { type: 'string' },
  },
});
const { hostname, port, host } = new URL(values.url ?? '');
const body = values.body ?? '{}';
const request = Buffer.from(
  [
    `POST ${values.path ?? '/'} HTTP/1.1`,
    `host: ${host}`,
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
    `authorization: Bearer ${values.token ?? ''}`,
    '',
    body,
  ].join('\r\n'),
);
const HEAD_END = Buffer.from('\r\n\r\n');

/** Bytes of the first whole answer in what has come, or 0. @throws Error when it is not a good one */
const wholeAnswer = (got: Buffer): number => {
  const headEnd = got.indexOf(HEAD_END);
  if (headEnd === -1) return 0;
  const head = got.toString('latin1', 0, headEnd);
  if (!head.startsWith('HTTP/1.1 200')) throw new Error(got.toString('utf8', 0, 400));
  const length = /content-length: (\d+)/i.exec(head)?.[1];
  if (length === undefined) throw new Error(`No length: ${head}`);
  const end = headEnd + HEAD_END.length + Number(length);
  return got.length < end ? 0 : end;
};

/** Asks over one connection as long as `next` says so. */
const ask = (next: () => boolean): Promise<void> =>
  new Promise((done, failed) => {
    let got: Buffer = Buffer.alloc(0);
    const socket: Socket = connect({ host: hostname, port: Number(port), noDelay: true });
    const send = (): void => {
      if (next()) socket.write(request);
      else {
        socket.destroy();
        done();
      }
    };
    socket.once('connect', send);
    socket.once('error', failed);
    socket.on('data', (chunk) => {
      got = got.length === 0 ? chunk : Buffer.concat([got, chunk]);
      try {
        const end = wholeAnswer(got);
        if (end === 0) return;
        got = got.subarray(end);
        send();
      } catch (error) {
        failed(error instanceof Error ? error : new Error(String(error)));
      }
    });
  });

const run = async (requests: number): Promise<number> => {
  let left = requests;
  const start = performance.now();
  await Promise.all(Array.from({ length: Number(values.connections) }, () => ask(() => left-- > 0)));
  return ((performance.now() - start) / requests) * 1_000;
};

const requests = Number(values.requests);
await run(Math.ceil(requests / 4));
process.stdout.write(`${await run(requests)}\n`);
