import type { Logger } from 'pino';
import type { Bar } from '../../../engine/bars.ts';
import type { RuleDocument } from '../../../shared/rule-document.ts';
import type { Clock } from '../../clock.ts';
import type {
  Broker,
  BrokerFunds,
  BrokerHolding,
  BrokerInstrument,
  BrokerOrder,
  BrokerOrderRef,
  BrokerQuote,
  BrokerRules,
  BrokerTrade,
  BrokerTrouble,
  ChangeOutcome,
  NetPosition,
  OrderChange,
  OrderReport,
  OrderTurn,
  OrderUrgency,
  Placement,
  SaleAuthorisation,
} from '../broker.ts';
import type { AngelOneSession } from './angel-one-session.ts';
import { fundsOf, holdingOf, positionOf, readRows, tradeOf } from './book-rows.ts';
import { candlesOf, quotesOf } from './market-history.ts';
import { cancelOrder, modifyOrder, placeOrder } from './order-calls.ts';
import { reportOf } from './order-report.ts';
import { orderMarginOf } from './order-margin.ts';
import { openOrderSocket } from './order-socket.ts';
import type { ReconnectingSocket, SocketPace } from './reconnecting-socket.ts';
import type { RestClient } from './rest-client.ts';
import { angelOneRules } from './rule-calls.ts';
import { saleAuthorisationOf } from './sale-authorisation.ts';
import type { Timing } from './timing.ts';

export interface AngelOneBrokerOptions {
  readonly rest: RestClient;
  readonly session: AngelOneSession;
  readonly apiKey: string;
  readonly orderSocket: string;
  readonly clock: Clock;
  readonly timing: Timing;
  readonly pace?: SocketPace;
  readonly logger: Pick<Logger, 'warn'>;
  /** The order socket is connected, for the first time or again: what was missed is in the book. */
  readonly onConnected?: () => void;
  readonly onTrouble?: (trouble: BrokerTrouble) => void;
}

const turnOf = (turn: OrderUrgency | OrderTurn): OrderTurn =>
  typeof turn === 'string' ? { urgency: turn } : turn;

/** An Angel One account with an open session. */
export class AngelOneBroker implements Broker {
  // Private to the language, so that no log line and no `inspect` can show them.
  readonly #session: AngelOneSession;
  readonly #options: AngelOneBrokerOptions;
  readonly #rest: RestClient;
  readonly rules: BrokerRules;
  readonly #listeners = new Set<(report: OrderReport) => void>();
  #socket: ReconnectingSocket | null = null;

  constructor(options: AngelOneBrokerOptions) {
    this.#options = options;
    this.#session = options.session;
    this.#rest = options.rest;
    this.rules = angelOneRules(options.rest, options.session.jwt);
  }

  place(order: BrokerOrder, turn: OrderUrgency | OrderTurn, signal?: AbortSignal): Promise<Placement> {
    return placeOrder(this.#rest, this.#session.jwt, order, { ...turnOf(turn), signal });
  }

  modify(
    ref: BrokerOrderRef,
    change: OrderChange,
    turn: OrderUrgency | OrderTurn = 'change',
  ): Promise<ChangeOutcome> {
    return modifyOrder(this.#rest, this.#session.jwt, ref, change, turnOf(turn));
  }

  cancel(ref: BrokerOrderRef, turn: Omit<OrderTurn, 'urgency'> = {}): Promise<ChangeOutcome> {
    return cancelOrder(this.#rest, this.#session.jwt, ref, { ...turn, urgency: 'exit' });
  }

  async orderBook(): Promise<readonly OrderReport[]> {
    const data = await this.#get('/order/v1/getOrderBook', 'order-book');
    return readRows(data, 'an order book', (row) => reportOf(row));
  }

  async trades(): Promise<readonly BrokerTrade[]> {
    const data = await this.#get('/order/v1/getTradeBook', 'trade-book');
    const now = this.#options.clock.now();
    return readRows(data, 'a trade book', (row) => tradeOf(row, now));
  }

  async positions(): Promise<readonly NetPosition[]> {
    return readRows(await this.#get('/order/v1/getPosition', 'positions'), 'positions', positionOf);
  }

  async holdings(): Promise<readonly BrokerHolding[]> {
    return readRows(await this.#get('/portfolio/v1/getHolding', 'holdings'), 'holdings', holdingOf);
  }

  async funds(): Promise<BrokerFunds> {
    return fundsOf(await this.#get('/user/v1/getRMS', 'funds'));
  }

  marginOf(orders: readonly Omit<BrokerOrder, 'tag'>[]): Promise<number> {
    return orderMarginOf(this.#rest, this.#session.jwt, orders);
  }

  /**
   * Candles of a range of time, oldest first. The start is included, the end is excluded, and none is later than now.
   * @throws BrokerTrouble
   */
  candles(
    instrument: Pick<BrokerInstrument, 'exchange' | 'token'>,
    timeframe: RuleDocument['timeframe'],
    range: { readonly from: number; readonly until: number },
    isInBackground = false,
  ): Promise<Bar[]> {
    // A day that has not come is refused with the whole request.
    const until = Math.min(range.until, this.#options.clock.now());
    const cut = { from: range.from, until };
    return candlesOf(this.#rest, this.#session.jwt, instrument, timeframe, cut, isInBackground);
  }

  /** Prices of the moment, of those that the broker knows. @throws BrokerTrouble */
  quotes(
    instruments: readonly Pick<BrokerInstrument, 'exchange' | 'token'>[],
    isDispensable = false,
  ): Promise<BrokerQuote[]> {
    return quotesOf(this.#rest, this.#session.jwt, instruments, isDispensable);
  }

  saleAuthorisation(isin: string, quantity: number): Promise<SaleAuthorisation> {
    return saleAuthorisationOf(this.#rest, this.#session.jwt, isin, quantity);
  }

  onReport(listener: (report: OrderReport) => void): () => void {
    this.#listeners.add(listener);
    this.#socket ??= this.#openSocket();
    return () => this.#listeners.delete(listener);
  }

  /** Ends the stream of reports; the session stays. */
  close(): void {
    this.#listeners.clear();
    this.#socket?.close();
  }

  #get(
    path: string,
    lane: 'order-book' | 'trade-book' | 'positions' | 'holdings' | 'funds',
  ): Promise<unknown> {
    return this.#rest.request({ method: 'GET', path, lane }, this.#session.jwt);
  }

  #openSocket(): ReconnectingSocket {
    const { orderSocket, apiKey, timing, pace, logger, onConnected, onTrouble } = this.#options;
    return openOrderSocket({
      url: orderSocket,
      apiKey,
      session: this.#session,
      timing,
      pace,
      onReport: (report) => {
        for (const listener of this.#listeners) listener(report);
      },
      onConnected: () => onConnected?.(),
      onTrouble: (trouble) => {
        logger.warn({ kind: trouble.kind, said: trouble.said }, trouble.message);
        onTrouble?.(trouble);
      },
      onUnreadable: (what) => logger.warn({ what }, 'a report of the order socket cannot be read'),
    });
  }
}
