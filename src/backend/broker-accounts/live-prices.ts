import type { Lock } from '../../engine/circuits.ts';
import { symbolOfDepth } from '../../shared/quotes.ts';
import type { BrokerDepth, BrokerTick } from '../brokers/broker.ts';
import type { Clock } from '../clock.ts';
import type { PositionRow } from '../db/schema.ts';
import type { PriceSource } from '../trading/market-run.ts';
import type { LastPrice } from '../market/last-price.ts';
import type { MarketDepth } from '../market/market-depth.ts';
import type { DayFigures, ShownPrice } from '../market/shown-price.ts';
import { contractKey } from './contract-key.ts';

type Contract = Pick<BrokerTick, 'exchange' | 'token'>;

/** The contract that a position is held in; null on paper. */
export const contractOf = ({
  instrument_json: json,
}: Pick<PositionRow, 'instrument_json'>): Contract | null =>
  json === null ? null : (JSON.parse(json) as Contract);

/** Longest time for which depth that came apart is shown. */
const DEPTH_FRESH_MS = 5_000;

/** A figure of a day; 0 is how brokers write none. */
const shownAs = (name: keyof DayFigures, figure: number): DayFigures =>
  figure > 0 ? { [name]: figure } : {};

/** The last tick of each contract of a broker's feed. */
export class LivePrices implements PriceSource {
  private readonly clock: Pick<Clock, 'now'>;
  private readonly ticks = new Map<string, BrokerTick>();
  private readonly cameAt = new Map<string, number>();
  private readonly closes = new Map<string, number>();
  private readonly depths = new Map<string, { readonly depth: MarketDepth; readonly at: number }>();
  /** The contract that a symbol is traded as now. */
  private readonly traded = new Map<string, string>();
  /** The broker's name of that contract, by symbol. */
  private readonly names = new Map<string, string>();

  constructor(clock: Pick<Clock, 'now'>) {
    this.clock = clock;
  }

  get now(): number {
    return this.clock.now();
  }

  /** Says which contract a symbol is traded as from now on. */
  trade(symbol: string, contract: Contract & { readonly tradingSymbol: string }): void {
    this.traded.set(symbol, contractKey(contract));
    this.names.set(symbol, contract.tradingSymbol);
  }

  tradingSymbolOf(symbol: string): string | undefined {
    return this.names.get(symbol);
  }

  onTick(tick: BrokerTick): void {
    // A share that has not been traded is told without a price.
    if (tick.price <= 0) return;
    const key = contractKey(tick);
    this.ticks.set(key, tick);
    this.cameAt.set(key, this.clock.now());
    if (!this.traded.has(tick.symbol)) this.traded.set(tick.symbol, key);
  }

  /** Store a price that was asked for, with the previous close, paise. A newer tick of the feed stays. */
  know(tick: BrokerTick, close: number): void {
    const key = contractKey(tick);
    this.closes.set(key, close);
    const known = this.ticks.get(key);
    if (!known || known.at <= tick.at) this.onTick(tick);
  }

  /** The close of the day before, paise. */
  close(contract: Contract & { readonly symbol: string }, price: number): void {
    this.closes.set(contractKey(contract), price);
  }

  /** Keep depth that came apart from prices. */
  onDepth(depth: BrokerDepth): void {
    this.depths.set(contractKey(depth), { depth: depth.depth, at: this.clock.now() });
  }

  /** Prices have ceased to come: the orders that waited then are no more shown as waiting. */
  forgetDepth(): void {
    this.depths.clear();
    for (const [key, tick] of this.ticks) if (tick.depth) this.ticks.set(key, { ...tick, depth: undefined });
  }

  /** The depth of a contract: the deeper one while it is fresh, else what came with its last price. */
  private depthOf(contract: BrokerTick): MarketDepth | undefined {
    const deep = this.depths.get(contractKey(contract));
    return deep && Math.abs(this.clock.now() - deep.at) <= DEPTH_FRESH_MS ? deep.depth : contract.depth;
  }

  /** Price of what a symbol is traded as, and its day. Null before its first. Under the name of a depth with that. */
  shownPrice(name: string): ShownPrice | null {
    const ofDepth = symbolOfDepth(name);
    if (ofDepth === null) return this.priceOf(name);
    const price = this.priceOf(ofDepth);
    const tick = this.tick(ofDepth);
    const depth = tick && this.depthOf(tick);
    return price && depth ? { ...price, depth } : price;
  }

  private priceOf(symbol: string): ShownPrice | null {
    const tick = this.tick(symbol);
    if (!tick) return null;
    const { day } = tick;
    const tradingSymbol = this.tradingSymbolOf(symbol);
    return {
      ltp: tick.price,
      tradedAt: tick.at,
      // What came with the price is of its day; what was asked for may be of the day before.
      previousClose: day && day.close > 0 ? day.close : this.previousClose(symbol),
      ...(tradingSymbol !== undefined && { tradingSymbol }),
      ...(day && {
        ...shownAs('open', day.open),
        ...shownAs('high', day.high),
        ...shownAs('low', day.low),
        ...shownAs('volume', day.volume),
        ...shownAs('bid', day.bid),
        ...shownAs('ask', day.ask),
      }),
    };
  }

  /** The last tick of the contract that a symbol is traded as. */
  tick(symbol: string): BrokerTick | undefined {
    const key = this.traded.get(symbol);
    return key === undefined ? undefined : this.ticks.get(key);
  }

  tickOf(contract: Contract): BrokerTick | undefined {
    return this.ticks.get(contractKey(contract));
  }

  /** When the last tick of a contract came. By our own clock, epoch ms; null before the first. */
  receivedAt(contract: Contract): number | null {
    return this.cameAt.get(contractKey(contract)) ?? null;
  }

  lastPrice(symbol: string): LastPrice | null {
    const tick = this.tick(symbol);
    return tick ? { price: tick.price, at: tick.at } : null;
  }

  /** The circuit that an instrument stands at, by the feed's limits. Null when it stands at none. */
  lockOf(symbol: string): Lock | null {
    const { price = 0, upperCircuit = null, lowerCircuit = null } = this.tick(symbol) ?? {};
    if (upperCircuit !== null && price >= upperCircuit) return { side: 'buy', price: upperCircuit };
    return lowerCircuit !== null && price <= lowerCircuit ? { side: 'sell', price: lowerCircuit } : null;
  }

  lastPriceOf(position: PositionRow): LastPrice | null {
    const contract = contractOf(position);
    const tick = contract ? this.tickOf(contract) : this.tick(position.symbol);
    return tick ? { price: tick.price, at: tick.at } : null;
  }

  /** Known where the price was asked for; ticks do not tell it. */
  previousClose(symbol: string): number | null {
    const key = this.traded.get(symbol);
    return key === undefined ? null : (this.closes.get(key) ?? null);
  }
}
