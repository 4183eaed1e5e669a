import { createServer, type Server } from 'node:http';
import type { AngelOneServer, OwnOrder } from './angel-one-server.ts';
import type { ServerInstrument } from './instruments.ts';
import type { OwnRule } from './rules.ts';
import type { Fault, Mood } from './script.ts';

/** Commands of a test in another process: `POST /<name>` with JSON, answered with JSON. */
type Commands = Readonly<Record<string, (input: Readonly<Record<string, unknown>>) => unknown>>;

const commandsOf = (server: AngelOneServer): Commands => {
  let stop = (): number => 0;
  return {
    price: ({ token, paise, quantity, exchange }) =>
      server.price(
        String(token),
        Number(paise),
        quantity === undefined ? undefined : Number(quantity),
        exchange as ServerInstrument['exchange'] | undefined,
      ),
    /** `{ endpoint: 'placeOrder', fault: 'time-out-accepted' }` */
    next: ({ endpoint, fault }) => void server.script.next(String(endpoint), fault as Mood | Fault),
    /** Any of what `script.ts` has: `{ bookLagMs, fillShare, market, riskText, … }`. */
    set: (values) => void Object.assign(server.script, values),
    orders: () => server.orders(),
    positions: () => server.positions(),
    holdings: () => server.holdings(),
    /** `{ token, side, quantity, price, product?, exchange? }`: an order of the account holder's own; its number. */
    'own-order': (order) => server.owner.place(order as unknown as OwnOrder),
    rules: () => server.rules.all,
    /** `{ token, side, quantity, trigger, price }`: a rule of the account holder's own (GTT). */
    'own-rule': (rule) => server.rules.byOwner(rule as unknown as OwnRule),
    'own-cancel': ({ id }) => server.owner.cancel(String(id)),
    tick: ({ token, paise, exchange }) =>
      server.setTick(String(token), Number(paise), exchange as ServerInstrument['exchange'] | undefined),
    split: ({ token, factor }) => server.split(String(token), Number(factor)),
    'next-day': () => server.nextDay(),
    seen: () => server.seen.map(({ endpoint, at, body }) => ({ endpoint, at, body })),
    'end-sessions': () => server.endSessions(),
    'drop-sockets': () => server.streams.drop(),
    /** `{ timesASecond }`: every instrument so often; answers how many trades the stream before it had. 0 ends it. */
    stream: ({ timesASecond }) => {
      const trades = stop();
      stop = Number(timesASecond) > 0 ? server.stream(Number(timesASecond)) : () => 0;
      return trades;
    },
  };
};

/** Serve the commands, and the test's own, on a local port. It is a free one. */
export const startControl = async (server: AngelOneServer, own: Commands = {}): Promise<Server> => {
  const commands = { ...commandsOf(server), ...own };
  const control = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const command = commands[(request.url ?? '').slice(1)];
      const text = Buffer.concat(chunks).toString('utf8');
      // Whatever a command is, what it throws is an answer too.
      const answered = Promise.resolve().then(() =>
        command?.(text ? (JSON.parse(text) as Record<string, unknown>) : {}),
      );
      answered.then(
        (answer) =>
          response
            .writeHead(command ? 200 : 404, { 'content-type': 'application/json' })
            .end(JSON.stringify(answer ?? null)),
        (error: unknown) => response.writeHead(400).end(String(error)),
      );
    });
  });
  await new Promise<void>((resolve) => control.listen(0, '127.0.0.1', resolve));
  return control;
};
