import type { MarketDepth } from '../market/market-depth.ts';
import type { BrokerProduct } from '../db/broker-products.ts';

/** Interface of a real broker to the order path. Prices are paise, quantities shares, times epoch ms. */

/** Instrument of a symbol of ours at a broker on a day: a share, the near-month future of an index, or a contract. */
export interface BrokerInstrument {
  readonly symbol: string;
  readonly exchange: 'NSE' | 'NFO' | 'BFO';
  /** Unique within the exchange only. */
  readonly token: string;
  readonly tradingSymbol: string;
  readonly lotSize: number;
  /** Paise. */
  readonly tickSize: number;
  /** Last day of a future or an option, as `YYYY-MM-DD`; null for a share. */
  readonly expiry: string | null;
  /** The most that one order may have, by the exchange; null where the broker's list does not say. */
  readonly freezeQuantity: number | null;
  /** The share's number at the depository; null for what is no share and where the broker's list does not say. */
  readonly isin: string | null;
}

/** An order as it is sent: always with a price. There is no market order and no immediate-or-cancel here. */
export interface BrokerOrder {
  /** Ours, 13 letters and digits, on every order: the thread back to what was intended. */
  readonly tag: string;
  readonly instrument: BrokerInstrument;
  readonly side: 'buy' | 'sell';
  readonly quantity: number;
  readonly product: BrokerProduct;
  readonly price: number;
  /** A stop order waits until the market has come here; null for one that is in the market at once. */
  readonly trigger: number | null;
}

/**
 * Urgency of an order. An `exit` closes or protects a position, or cancels: it goes before all others, a part of every
 * limit is kept for it, and this program never refuses it. A `change` moves what rests, such as a trailing stop; it has
 * a budget, beyond which it is refused as `rate` for its caller to try again. An `entry` waits for a moment at most.
 */
export type OrderUrgency = 'exit' | 'change' | 'entry';

/** Place of an order in the wait for its turn. */
export interface OrderTurn {
  readonly urgency: OrderUrgency;
  /** Order within one urgency, the higher first; 0 unless given. An example is the oldest loss among exits. */
  readonly priority?: number;
  /** Whether it may leave still; asked right before the request. What may not is withdrawn. */
  readonly mayLeave?: () => boolean;
}

/** An order at the broker, as needed to change or cancel it. */
export interface BrokerOrderRef {
  readonly brokerOrderId: string;
  readonly order: BrokerOrder;
}

/**
 * New terms of a resting order: all of it, not a difference. `trigger` is null for an order that is in the market, a
 * stop order that was triggered among them: it is a plain limit order now, and must not wait for a trigger again.
 */
export type OrderChange = Pick<BrokerOrder, 'quantity' | 'price' | 'trigger'>;

/** Why a broker did not do what it was asked. */
export const BROKER_TROUBLES = [
  /** The session is over: a new login is needed. */
  'session',
  /** Client code, PIN, TOTP or API key are wrong. */
  'credentials',
  /** The order came from an address that is not registered. */
  'address',
  'rate',
  'funds',
  /** Taken back before it was sent. */
  'withdrawn',
  /** The order itself is wrong: its price, quantity, symbol or product. */
  'order',
  /** Something on the broker's side that may be over in a moment. */
  'temporary',
  /** No answer, or none that could be read. */
  'unreachable',
] as const;
export type BrokerTroubleKind = (typeof BROKER_TROUBLES)[number];

/** Thrown by everything that reads from a broker or logs in; the message is a sentence for the user. */
export class BrokerTrouble extends Error {
  readonly kind: BrokerTroubleKind;
  /** The broker's own words and code. For the log and the order's life. */
  readonly said: string;

  constructor(kind: BrokerTroubleKind, message: string, said = '') {
    super(message);
    this.kind = kind;
    this.said = said;
  }
}

/**
 * The outcome of an order, a change or a cancellation, sent once. It is `refused` only when the broker has said no;
 * whatever leaves a doubt (a time-out, a garbled answer, a dropped connection) is `unknown`.
 */
export type Placement =
  | { readonly outcome: 'accepted'; readonly brokerOrderId: string }
  | { readonly outcome: 'refused'; readonly kind: BrokerTroubleKind; readonly reason: string }
  | { readonly outcome: 'unknown'; readonly reason: string };

/** The same of a change or cancellation; `gone` when the order could no longer be changed. */
export type ChangeOutcome =
  | { readonly outcome: 'accepted' }
  | { readonly outcome: 'gone'; readonly reason: string }
  | { readonly outcome: 'refused'; readonly kind: BrokerTroubleKind; readonly reason: string }
  | { readonly outcome: 'unknown'; readonly reason: string };

export const REPORT_STATES = ['pending', 'open', 'waiting', 'filled', 'cancelled', 'rejected'] as const;

/** A broker's report on an order, from its book or pushed. It is evidence, and says the same however often it comes. */
export interface OrderReport {
  readonly brokerOrderId: string;
  readonly tag: string | null;
  readonly tradingSymbol: string;
  readonly side: BrokerOrder['side'];
  /** `waiting` is a stop order whose trigger has not been reached; `pending` is on its way to the exchange. */
  readonly state: (typeof REPORT_STATES)[number];
  /** Of the whole order so far. */
  readonly filledQuantity: number;
  /** Quantity times price of what was filled. In paise, rounded once from the broker's average. */
  readonly filledValue: number;
  readonly quantity: number;
  readonly price: number;
  readonly trigger: number | null;
  /** The broker's or exchange's words; empty when there are none. */
  readonly reason: string;
  /** When the broker last changed the order; 0 when it does not say. */
  readonly at: number;
}

/** A fill of the day, as the broker's trade book has it: the price that was really paid. */
export interface BrokerTrade {
  readonly brokerOrderId: string;
  /** The exchange's number of the fill; unique within a day. */
  readonly tradeId: string;
  readonly exchange: string;
  /** Null where the book names the instrument by its trading symbol alone. */
  readonly token: string | null;
  readonly tradingSymbol: string;
  readonly side: BrokerOrder['side'];
  readonly product: BrokerProduct;
  readonly quantity: number;
  readonly price: number;
  readonly at: number;
}

/** The net quantity of an instrument over all orders of the day. */
export interface NetPosition {
  readonly exchange: string;
  readonly token: string;
  readonly tradingSymbol: string;
  readonly product: BrokerProduct;
  /** Below zero when short. */
  readonly quantity: number;
  readonly averagePrice: number;
}

export interface BrokerHolding {
  /** Where the broker lists it. That need not be where it was bought; empty where it does not say. */
  readonly exchange: string;
  readonly token: string;
  readonly tradingSymbol: string;
  /** The share's number at the depository. */
  readonly isin: string;
  /** All of it, what is not delivered yet included. */
  readonly quantity: number;
  /** Bought, and not yet delivered. */
  readonly unsettledQuantity: number;
  readonly averagePrice: number;
  readonly lastPrice: number;
}

export interface BrokerFunds {
  /** Money for placing orders. */
  readonly available: number;
  readonly used: number;
}

/** A price that was asked for. */
export interface BrokerQuote {
  readonly exchange: string;
  readonly token: string;
  readonly price: number;
  /** Of the day before. */
  readonly close: number;
  readonly upperCircuit: number | null;
  readonly lowerCircuit: number | null;
  /** When it was traded; null when the broker does not say. */
  readonly at: number | null;
  /** Best bid and ask, and the day so far. Absent where the broker does not say. */
  readonly book?: QuoteBook | undefined;
  readonly range?: DayRange | undefined;
}

/** Range of a day so far, paise; 0 where there is none. */
export interface DayRange {
  readonly open: number;
  readonly high: number;
  readonly low: number;
}

/** Best prices of a contract's book, paise, 0 where there are none. Units that are open, and were traded today. */
export interface QuoteBook {
  readonly bid: number;
  readonly ask: number;
  readonly volume: number;
  readonly openInterest: number;
}

/**
 * Whether the depository lets delivered shares be taken out of the account: `needed` when the owner has to agree
 * first, on the depository's own page; `unknown` when nobody says so.
 */
export const SALE_AUTHORISATIONS = ['authorised', 'needed', 'unknown'] as const;
export type SaleAuthorisation = (typeof SALE_AUTHORISATIONS)[number];

/** A rule that waits at the broker over days. Once a price is reached it sends an order. */
export interface BrokerRule {
  readonly instrument: BrokerInstrument;
  readonly side: BrokerOrder['side'];
  readonly quantity: number;
  readonly trigger: number;
  readonly price: number;
}

/** A rule as the broker lists it, placed here or elsewhere. */
export interface RuleReport {
  readonly ruleId: string;
  readonly exchange: string;
  readonly token: string;
  readonly tradingSymbol: string;
  /** Null where its row says something that is not known; it is there all the same. */
  readonly state: 'waiting' | 'sent' | 'cancelled' | null;
  /** Null where they cannot be read. */
  readonly terms: Pick<BrokerRule, 'side' | 'quantity' | 'trigger' | 'price'> | null;
}

/**
 * Rules that wait at the broker (GTT). A rule has no tag: what it sends stands in the order book as its owner's own.
 * Every call is sent at most once and never throws, but for the list.
 */
export interface BrokerRules {
  /** An entry. `brokerOrderId` of what was accepted is the number of the rule. */
  create(rule: BrokerRule, turn: OrderTurn): Promise<Placement>;
  /** Always an exit. */
  cancel(
    ruleId: string,
    instrument: BrokerInstrument,
    turn?: Omit<OrderTurn, 'urgency'>,
  ): Promise<ChangeOutcome>;
  /** Every rule that the broker still shows, in whatever state. @throws BrokerTrouble */
  list(): Promise<readonly RuleReport[]>;
}

/** A broker account with a session that is open. Every order call is sent at most once and never throws. */
export interface Broker {
  /** Absent where the broker keeps no rules. */
  readonly rules?: BrokerRules;
  /** `signal` takes it back while it waits for its turn, at once: it is then refused as `withdrawn`, and was never sent. */
  place(order: BrokerOrder, turn: OrderUrgency | OrderTurn, signal?: AbortSignal): Promise<Placement>;
  /** A `change` unless given; the chase of an exit is an `exit`. */
  modify(ref: BrokerOrderRef, change: OrderChange, turn?: OrderUrgency | OrderTurn): Promise<ChangeOutcome>;
  /** Always an exit. */
  cancel(ref: BrokerOrderRef, turn?: Omit<OrderTurn, 'urgency'>): Promise<ChangeOutcome>;
  /** Every order of the day. @throws BrokerTrouble */
  orderBook(): Promise<readonly OrderReport[]>;
  /** Every fill of the day, of whoever's orders. @throws BrokerTrouble */
  trades(): Promise<readonly BrokerTrade[]>;
  /** @throws BrokerTrouble */
  positions(): Promise<readonly NetPosition[]>;
  /** @throws BrokerTrouble */
  holdings(): Promise<readonly BrokerHolding[]>;
  /** @throws BrokerTrouble */
  funds(): Promise<BrokerFunds>;
  /** Margin that the broker blocks for orders together, paise: what hedges costs less. @throws BrokerTrouble */
  marginOf(orders: readonly Omit<BrokerOrder, 'tag'>[]): Promise<number>;
  /**
   * Prices of the moment, of those that the broker knows. Those for the eye alone (`isDispensable`) are asked for once,
   * and hold no order back where the broker refuses them.
   * @throws BrokerTrouble
   */
  quotes(
    instruments: readonly Pick<BrokerInstrument, 'exchange' | 'token'>[],
    isDispensable?: boolean,
  ): Promise<readonly BrokerQuote[]>;
  /** Whether so many delivered shares (by ISIN) may be sold today. @throws BrokerTrouble */
  saleAuthorisation(isin: string, quantity: number): Promise<SaleAuthorisation>;
  /** Reports that come by themselves; answers the way to stop listening. The order book is asked as well. */
  onReport(listener: (report: OrderReport) => void): () => void;
}

/** Day of an instrument so far, with its price. Paise and units, 0 where there is none. */
export interface TickDay extends DayRange {
  /** Of the day before. */
  readonly close: number;
  readonly volume: number;
  readonly bid: number;
  readonly ask: number;
}

/** A price of a broker's feed. */
export interface BrokerTick {
  readonly symbol: string;
  /** Names the contract, together with the token. A symbol of ours may mean another contract after an expiry. */
  readonly exchange: string;
  readonly token: string;
  readonly price: number;
  /** Shares traded since the last tick of the same instrument; 0 where the feed does not tell. */
  readonly volume: number;
  /** Limits of the day, where they are known. */
  readonly upperCircuit: number | null;
  readonly lowerCircuit: number | null;
  /** When it was traded, as the exchange says. */
  readonly at: number;
  /** Absent where the feed tells prices alone. */
  readonly day?: TickDay | undefined;
  /** Of an instrument whose depth is watched, where the feed tells it. */
  readonly depth?: MarketDepth | undefined;
}

/** Depth that comes apart from prices. It is the deeper one. */
export interface BrokerDepth extends Pick<BrokerTick, 'symbol' | 'exchange' | 'token'> {
  readonly depth: MarketDepth;
}

/** Prices of one broker account; it reconnects by itself and says how old its last packet is. */
export interface BrokerFeed {
  /** Instruments that may be subscribed to at once. */
  readonly mostWatched: number;
  /** Subscribe to these instruments instead of the earlier ones. */
  watch(instruments: readonly BrokerInstrument[]): void;
  onTicks(listener: (ticks: readonly BrokerTick[]) => void): () => void;
  /** Bring the depth of these instruments and no others. They are watched as well. */
  watchDepth?(instruments: readonly BrokerInstrument[]): void;
  onDepth?(listener: (depth: BrokerDepth) => void): () => void;
  /** Called when prices have ceased to come: what waits at the exchange is not known any more. */
  onLost?(listener: () => void): () => void;
  /** Null before the first. */
  readonly lastPacketAt: number | null;
  close(): void;
}
