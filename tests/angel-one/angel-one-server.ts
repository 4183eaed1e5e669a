import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { AngelOneHosts } from '../../src/backend/brokers/angel-one/hosts.ts';
import { Accounts, SERVER_CLIENT, type ServerClient } from './accounts.ts';
import { CallLimits } from './call-limits.ts';
import { Exchange, type ServerOrder } from './exchange.ts';
import { scripMasterText, SERVER_INSTRUMENTS, type ServerInstrument } from './instruments.ts';
import { RestApi, type SeenCall } from './rest.ts';
import { AccountNights } from './account-nights.ts';
import { orderRow, type OrderRow, positionRows } from './rows.ts';
import { Rules } from './rules.ts';
import { Script } from './script.ts';
import { Streams } from './streams.ts';

const LOOPBACK = '127.0.0.1';
const STREAM_BEAT_MS = 5;
/** Not Angel One's: what an outside service says of where a call comes from. */
const ADDRESS_PATH = '/address';
const CALLERS_ADDRESS = '203.0.113.7';
const SCRIP_PATH = '/OpenAPI_File/files/OpenAPIScripMaster.json';

export interface AngelOneServerOptions {
  readonly port?: number;
  /** Address to listen at; with `0.0.0.0` callers can be told apart by the address of this machine that they name. */
  readonly host?: string;
  readonly now?: () => number;
  readonly client?: Partial<ServerClient>;
  readonly instruments?: readonly ServerInstrument[];
  /** Off for tests that ask more often than a person could. */
  readonly hasRateLimits?: boolean;
  /** Rows of the scrip master. */
  readonly scripRows?: number;
  readonly holdings?: readonly unknown[];
}

/** An order that the account holder places by hand. */
export interface OwnOrder {
  readonly token: string;
  readonly exchange?: ServerInstrument['exchange'];
  readonly side: 'BUY' | 'SELL';
  readonly quantity: number;
  readonly price: number;
  readonly product?: 'INTRADAY' | 'DELIVERY' | 'CARRYFORWARD';
}

/** A running server, as tests see it. */
export interface AngelOneServer {
  readonly hosts: AngelOneHosts;
  /** The same for a caller who names another address of this machine. */
  hostsAt(address: string): AngelOneHosts;
  readonly client: ServerClient;
  readonly script: Script;
  readonly accounts: Accounts;
  readonly streams: Streams;
  /** Rules that wait (GTT), placed by TrickDesk or in the app. */
  readonly rules: Rules;
  /** Every call that came in, oldest first. */
  readonly seen: readonly SeenCall[];
  /**
   * Trade at a price in paise; what rests is matched. At most `quantity` of it is with our orders. Contracts of a chain
   * follow their index.
   */
  price(token: string, paise: number, quantity?: number, exchange?: ServerInstrument['exchange']): void;
  /** Last traded price of an instrument, in paise; null before its first trade. */
  priceOf(token: string, exchange?: ServerInstrument['exchange']): number | null;
  /** Trades every instrument so often a second, until it is called off; answers with how many trades there were. */
  stream(timesASecond: number): () => number;
  /** The truth, in rows of the order book: no lag. */
  orders(): OrderRow[];
  positions(): ReturnType<typeof positionRows>;
  holdings(): readonly unknown[];
  /** The account holder, in the broker's own app: what they do is in every book and on the order socket. */
  readonly owner: {
    /** Answers the order's number. Prices in paise. */
    place(order: OwnOrder): string;
    /** @throws Error when it cannot be cancelled any more */
    cancel(id: string): void;
  };
  /** The tick from now on, in paise; the list of instruments has it too. */
  setTick(token: string, paise: number, exchange?: ServerInstrument['exchange']): void;
  /** A share is split into so many, overnight: more of them are held, each for less. */
  split(token: string, factor: number): void;
  /**
   * A night passes. The books are empty, orders that rested are gone without a word, what was bought for delivery is a
   * holding (delivered already: the day after the next in earnest), what was sold of holdings is not, futures are carried
   * on, what was intraday is gone, and every session has ended.
   */
  nextDay(): void;
  /** Every session ends, as every night; sockets too. */
  endSessions(): void;
  close(): Promise<void>;
}

/** Start a server on a local port. It is a free one, or the one asked for. */
export const startAngelOneServer = async (options: AngelOneServerOptions = {}): Promise<AngelOneServer> => {
  const { now = Date.now, instruments = SERVER_INSTRUMENTS } = options;
  const client = { ...SERVER_CLIENT, ...options.client };
  const script = new Script();
  const accounts = new Accounts(client);
  const seen: SeenCall[] = [];
  const versions = new Map<ServerOrder, { readonly at: number; readonly row: OrderRow }[]>();
  const exchange = new Exchange({
    instruments,
    funds: client.funds,
    now,
    rules: script,
    onChange: (order) => {
      versions.set(order, [...(versions.get(order) ?? []), { at: now(), row: orderRow(order) }]);
      streams.report(order);
    },
  });
  const nights = new AccountNights(exchange, options.holdings ?? []);
  const streams = new Streams({ accounts, exchange, now, reportTimes: () => script.reportTimes });
  const book = (): OrderRow[] => {
    const until = now() - script.bookLagMs;
    return [...versions.values()].flatMap((list) => list.findLast(({ at }) => at <= until)?.row ?? []);
  };
  const rules = new Rules({ exchange, now });
  const limits = options.hasRateLimits === false ? null : new CallLimits();
  const rest = new RestApi({
    accounts,
    exchange,
    rules,
    script,
    limits,
    now,
    book,
    holdings: () => nights.holdings,
    positions: () => positionRows(nights.ofToday()),
    seen,
  });

  const server = createServer((request, response) => {
    if (request.url === ADDRESS_PATH) {
      response.end(`${CALLERS_ADDRESS}\n`);
      return;
    }
    if (request.url === SCRIP_PATH) {
      const { answer } = script.nextFault('scripMaster');
      const text = scripMasterText(exchange.instruments, options.scripRows ?? 2_000);
      response.writeHead(answer === 'server-error' ? 500 : 200, { 'content-type': 'application/json' });
      response.end(answer === 'garbled' ? text.slice(0, text.length / 2) : text);
      return;
    }
    rest.handle(request, response).then(
      (isKnown) => {
        if (!isKnown) response.writeHead(404).end();
      },
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  server.on('upgrade', (request, socket, head) => streams.upgrade(request, socket, head));
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, options.host ?? LOOPBACK, resolve));
  const { port } = server.address() as AddressInfo;

  const hostsAt = (address: string): AngelOneHosts => ({
    rest: `http://${address}:${port}`,
    marketSocket: `ws://${address}:${port}/smart-stream`,
    orderSocket: `ws://${address}:${port}/smart-order-update`,
    scripMaster: `http://${address}:${port}${SCRIP_PATH}`,
    address: `http://${address}:${port}${ADDRESS_PATH}`,
  });

  const trade = (instrument: ServerInstrument, paise: number, quantity?: number): void => {
    exchange.trade(instrument, paise, quantity);
    rules.onPrice(instrument, paise);
    streams.publish(instrument);
    for (const { instrument: contract, price } of exchange.following(instrument, paise)) {
      exchange.trade(contract, price);
      streams.publish(contract);
    }
  };

  return {
    hosts: hostsAt(LOOPBACK),
    hostsAt,
    client,
    script,
    accounts,
    streams,
    rules,
    seen,
    price: (token, paise, quantity, exchangeName = 'NSE') => {
      const instrument = exchange.find(exchangeName, token);
      if (!instrument) throw new Error(`There is no ${exchangeName}:${token} on the server.`);
      trade(instrument, paise, quantity);
    },
    priceOf: (token, exchangeName = 'NSE') => exchange.prices.get(`${exchangeName}:${token}`)?.price ?? null,
    stream: (timesASecond) => {
      const start = performance.now();
      let trades = 0;
      const timer = setInterval(() => {
        // What follows an index is traded with it.
        const listed = exchange.instruments.filter(({ movesWithIndex }) => !movesWithIndex);
        const due = ((performance.now() - start) / 1_000) * timesASecond * listed.length;
        for (; trades < due; trades++) {
          const instrument = listed[trades % listed.length]!;
          const round = Math.floor(trades / listed.length);
          trade(instrument, instrument.close + (round % 7) * Math.max(instrument.tick, 1), 1);
        }
      }, STREAM_BEAT_MS);
      return () => {
        clearInterval(timer);
        return trades;
      };
    },
    orders: () => exchange.orders.map(orderRow),
    positions: () => positionRows(nights.ofToday()),
    holdings: () => nights.holdings,
    owner: {
      place: ({ token, exchange: name = 'NSE', side, quantity, price, product = 'INTRADAY' }) => {
        const instrument = exchange.find(name, token);
        if (!instrument) throw new Error(`There is no ${name}:${token} on the server.`);
        const order = exchange.place({
          variety: 'NORMAL',
          ordertype: 'LIMIT',
          duration: 'DAY',
          exchange: name,
          tradingsymbol: instrument.symbol,
          symboltoken: token,
          transactiontype: side,
          producttype: product,
          quantity: String(quantity),
          price: (price / 100).toFixed(2),
          triggerprice: '0',
        });
        return order?.id ?? '';
      },
      cancel: (id) => {
        const order = exchange.orders.find((one) => one.id === id);
        const fault = exchange.cancel(id, order?.request['variety']);
        if (fault !== null) throw new Error(fault);
      },
    },
    setTick: (token, paise, name = 'NSE') => {
      const instrument = exchange.find(name, token);
      if (!instrument) throw new Error(`There is no ${name}:${token} on the server.`);
      instrument.tick = paise;
    },
    split: (token, factor) => nights.split(token, factor),
    nextDay: () => {
      nights.pass();
      versions.clear();
      accounts.endAll();
      streams.drop();
    },
    endSessions: () => {
      accounts.endAll();
      streams.drop();
    },
    close: async () => {
      streams.drop();
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
      // Sockets that were just broken say so in the next turn.
      await delay(0);
    },
  };
};
