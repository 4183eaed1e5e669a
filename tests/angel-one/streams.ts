import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type RawData, type WebSocket, WebSocketServer } from 'ws';
import type { Accounts } from './accounts.ts';
import { circuitsOf, type Exchange, type ServerOrder } from './exchange.ts';
import { openInterestOf, type ServerInstrument } from './instruments.ts';
import { encodeDepth, encodePacket, type Level } from './packets.ts';
import { orderData } from './rows.ts';

const SEGMENTS: Readonly<Record<number, string>> = { 1: 'NSE', 2: 'NFO', 4: 'BFO' };
const SEGMENT_OF = { NSE: 1, NFO: 2, BFO: 4 } as const;
const MOST_CONNECTIONS = 3;
const MOST_TOKENS = 1_000;
const CODES: Readonly<Record<ServerOrder['status'], string>> = {
  'open pending': 'AB09',
  open: 'AB01',
  cancelled: 'AB02',
  rejected: 'AB03',
  complete: 'AB05',
  'trigger pending': 'AB10',
};

interface Subscription {
  readonly socket: WebSocket;
  /** Mode by `NSE:3045`. */
  readonly modes: Map<string, number>;
}

interface StreamRequest {
  readonly action?: number;
  readonly correlationID?: string;
  readonly params?: {
    readonly mode?: number;
    readonly tokenList?: readonly { readonly exchangeType: number; readonly tokens: readonly string[] }[];
  };
}

/** A request, or one without anything in it when it is none. */
const requestIn = (text: string): StreamRequest => {
  try {
    return JSON.parse(text) as StreamRequest;
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
};

export interface StreamsOptions {
  readonly accounts: Accounts;
  readonly exchange: Exchange;
  readonly now: () => number;
  readonly reportTimes: () => number;
}

const levels = (price: number, step: number): Level[] =>
  Array.from({ length: 20 }, (_, index) => ({
    price: price + step * (index + 1),
    quantity: 100 + index,
    orders: 1 + index,
  }));

/** Market and order sockets. */
export class Streams {
  /** Connections stay, and nothing is said on them any more. */
  isFrozen = false;
  /** Requests to the market socket, as they were sent. */
  readonly requests: unknown[] = [];
  pings = 0;
  private readonly options: StreamsOptions;
  private readonly server = new WebSocketServer({ noServer: true });
  private readonly market = new Set<Subscription>();
  private readonly orders = new Set<WebSocket>();
  private sequence = 0;

  constructor(options: StreamsOptions) {
    this.options = options;
  }

  get connections(): { readonly market: number; readonly orders: number } {
    return { market: this.market.size, orders: this.orders.size };
  }

  /** Instruments that are streamed, over all market sockets. */
  get subscriptions(): number {
    return [...this.market].reduce((sum, { modes }) => sum + modes.size, 0);
  }

  /** Lets a client in, or says in a header why not. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    // A client that goes away in the middle is no business of the server's.
    socket.on('error', () => undefined);
    const path = (request.url ?? '').split('?')[0];
    const isMarket = path === '/smart-stream';
    if (!isMarket && path !== '/smart-order-update') return this.refuse(socket, 404, 'Not Found');
    const { headers } = request;
    const jwt = (headers.authorization ?? '').replace(/^Bearer /, '');
    const isKnown = isMarket
      ? this.options.accounts.isFeed(jwt, String(headers['x-feed-token'])) &&
        headers['x-api-key'] === this.options.accounts.client.apiKey &&
        headers['x-client-code'] === this.options.accounts.client.code
      : this.options.accounts.isLive(jwt);
    if (!isKnown) return this.refuse(socket, 401, 'Invalid Token or Feed Token');
    if ((isMarket ? this.market : this.orders).size >= MOST_CONNECTIONS)
      return this.refuse(socket, 429, 'Connection limit exceeded');
    this.server.handleUpgrade(request, socket, head, (client) =>
      isMarket ? this.openMarket(client) : this.openOrders(client),
    );
  }

  /** A price has changed. */
  publish(instrument: ServerInstrument): void {
    const key = `${instrument.exchange}:${instrument.token}`;
    for (const { socket, modes } of this.market) {
      const mode = modes.get(key);
      if (mode !== undefined && !this.isFrozen) socket.send(this.packet(instrument, mode));
    }
  }

  report(order: ServerOrder): void {
    if (this.isFrozen) return;
    const code = order.wasModified && order.status === 'open' ? 'AB04' : CODES[order.status];
    const frame = this.frame(code, orderData(order));
    for (const socket of this.orders)
      for (let time = 0; time < this.options.reportTimes(); time++) socket.send(frame);
  }

  /** Says something on every connection, whatever it may be. */
  say(text: string): void {
    for (const { socket } of this.market) socket.send(text);
    for (const socket of this.orders) socket.send(text);
  }

  /** Breaks every connection. */
  drop(): void {
    for (const { socket } of this.market) socket.terminate();
    for (const socket of this.orders) socket.terminate();
  }

  private refuse(socket: Duplex, status: number, words: string): void {
    socket.end(
      `HTTP/1.1 ${status} Refused\r\nx-error-message: ${words}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
    );
  }

  private frame(code: string, data: unknown): string {
    return JSON.stringify({
      'user-id': this.options.accounts.client.code,
      'status-code': '200',
      'order-status': code,
      'error-message': '',
      orderData: data,
    });
  }

  private openOrders(socket: WebSocket): void {
    this.orders.add(socket);
    socket.on('close', () => this.orders.delete(socket));
    socket.on('message', (data) => this.pong(socket, data));
    socket.send(this.frame('AB00', {}));
  }

  private openMarket(socket: WebSocket): void {
    const subscription: Subscription = { socket, modes: new Map() };
    this.market.add(subscription);
    socket.on('close', () => this.market.delete(subscription));
    socket.on('message', (data) => {
      if (!this.pong(socket, data)) this.onMessage(subscription, data);
    });
  }

  private pong(socket: WebSocket, data: RawData): boolean {
    if ((data as Buffer).toString() !== 'ping') return false;
    this.pings++;
    if (!this.isFrozen) socket.send('pong');
    return true;
  }

  private onMessage({ socket, modes }: Subscription, data: RawData): void {
    const text = (data as Buffer).toString();
    const request = requestIn(text);
    this.requests.push(request);
    const { action, correlationID = '', params } = request;
    const fail = (errorCode: string, errorMessage: string): void =>
      socket.send(JSON.stringify({ correlationID, errorCode, errorMessage }));
    const mode = params?.mode ?? 0;
    if ((action !== 0 && action !== 1) || mode < 1 || mode > 4 || !params?.tokenList)
      return fail('E1001', 'Invalid Request Payload.');
    const keys = params.tokenList.flatMap(({ exchangeType, tokens }) =>
      tokens.map((token) => `${SEGMENTS[exchangeType]}:${token}`),
    );
    if (action === 0) {
      for (const key of keys) modes.delete(key);
      return;
    }
    if (new Set([...modes.keys(), ...keys]).size > MOST_TOKENS)
      return fail('E1002', 'Invalid Request. Subscription Limit Exceeded');
    for (const key of keys) {
      modes.set(key, mode);
      const [exchange = '', token = ''] = key.split(':');
      const instrument = this.options.exchange.find(exchange, token);
      if (instrument && this.options.exchange.prices.has(key) && !this.isFrozen)
        socket.send(this.packet(instrument, mode));
    }
  }

  private packet(instrument: ServerInstrument, mode: number): Buffer {
    const { exchange, token, close } = instrument;
    const last = this.options.exchange.prices.get(`${exchange}:${token}`);
    const price = last?.price ?? close;
    const now = this.options.now();
    const { upper, lower } = circuitsOf(instrument);
    const step = Math.max(instrument.tick, 1);
    const [buy, sell] = [levels(price, -step), levels(price, step)];
    const segment = SEGMENT_OF[exchange];
    if (mode === 4)
      return encodeDepth({ segment, token, exchangeTime: now, receivedTime: now + 3, buy, sell });
    return encodePacket(mode as 1 | 2 | 3, {
      segment,
      token,
      sequence: instrument.kind === 'index' ? 0 : ++this.sequence,
      exchangeTime: now,
      price,
      lastQuantity: 25,
      averagePrice: price,
      volume: last?.volume ?? 0,
      totalBuyQuantity: 839_549,
      totalSellQuantity: 1_284_767,
      open: last?.open ?? close,
      high: last?.high ?? close,
      low: last?.low ?? close,
      close,
      lastTradeTime: Math.floor(now / 1000),
      openInterest: openInterestOf(instrument),
      upperCircuit: upper,
      lowerCircuit: lower,
      yearHigh: upper,
      yearLow: lower,
      buy,
      sell,
    });
  }
}
