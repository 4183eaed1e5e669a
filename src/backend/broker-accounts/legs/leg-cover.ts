import { slicesOf } from '../../../engine/contracts/contract-size.ts';
import { formatRupees } from '../../../shared/money.ts';
import type { Broker, BrokerOrder } from '../../brokers/broker.ts';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/database.ts';
import type { PositionRow, StrategyRow } from '../../db/schema.ts';
import type { LegAccount } from '../../trading/legs/leg-account.ts';
import type { EntryWish } from '../../trading/legs/running-legs.ts';
import type { AccountMoney } from '../entry-money.ts';
import { readInstrument } from '../held-position.ts';
import type { LivePrices } from '../live-prices.ts';
import { brokerProduct } from '../position-orders.ts';
import { entriesToday, riskLimitsOf } from '../risk-guard.ts';
import type { LiveChains } from './live-chains.ts';

export interface LegCoverDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly chains: LiveChains;
  readonly prices: LivePrices;
  /** Null while there is no session. */
  readonly broker: () => Broker | null;
  /** Why nothing of the account may be entered now; null when it may. */
  readonly blockReason: () => string | null;
  /** The broker's figures for orders together. Nothing is asked where this is not given. */
  readonly moneyOf?: AccountMoney['checkTogether'] | undefined;
}

/** Orders that leave while an entry waits for its turn: the limits of a broker let no more through in time. */
const MOST_AT_ONCE = 12;

type Wanted = Omit<BrokerOrder, 'tag'>;

/** Judges whether an account carries legs together. Asked before their first order is written. */
export class LegCover implements LegAccount {
  private readonly deps: LegCoverDeps;

  constructor(deps: LegCoverDeps) {
    this.deps = deps;
  }

  slicesOf(symbol: string, quantity: number): readonly number[] {
    const instrument = this.deps.chains.instrumentOf(symbol);
    // What is not in whole lots is refused as it is, with its reason.
    if (!instrument || quantity % instrument.lotSize !== 0) return [quantity];
    return slicesOf(quantity, instrument.lotSize, instrument.freezeQuantity);
  }

  async refusalOf(
    row: StrategyRow,
    held: readonly PositionRow[],
    entries: readonly EntryWish[],
  ): Promise<string | null> {
    const blocked = this.deps.blockReason();
    if (blocked !== null) return blocked;
    return (await this.whyTooMany(row, entries)) ?? this.whyNotPaid(row, held, entries);
  }

  private async whyTooMany(
    { owner_id: userId }: StrategyRow,
    entries: readonly EntryWish[],
  ): Promise<string | null> {
    const countOf = (wanted: EntryWish['side']): number =>
      entries
        .filter(({ side }) => side === wanted)
        .reduce((sum, { symbol, quantity }) => sum + this.slicesOf(symbol, quantity).length, 0);
    const [bought, sold] = [countOf('buy'), countOf('sell')];
    if (Math.max(bought, sold) > MOST_AT_ONCE)
      return `Its legs take ${Math.max(bought, sold)} orders at once; ${MOST_AT_ONCE} are sent in time.`;
    const orders = bought + sold;
    const { database, clock } = this.deps;
    const { maxTradesPerDay: most } = await riskLimitsOf(database.read, userId);
    if (most === null) return null;
    const left = Math.max(0, most - (await entriesToday(database.read, userId, clock.now())));
    return orders > left
      ? `Its legs take ${orders} orders; the limit of ${most} live entries a day leaves ${left}.`
      : null;
  }

  private async whyNotPaid(
    row: StrategyRow,
    held: readonly PositionRow[],
    entries: readonly EntryWish[],
  ): Promise<string | null> {
    const { moneyOf } = this.deps;
    const broker = this.deps.broker();
    if (!broker) return 'There is no session with the broker.';
    const wanted = entries.map((entry) => this.orderOf(row, entry));
    const unpriced = entries.find((_, index) => wanted[index] === null);
    if (unpriced) return `${unpriced.symbol} has no price now.`;
    if (!moneyOf) return null;
    const before = held.flatMap((position) => this.heldOrder(position) ?? []);
    const money = await moneyOf(
      broker,
      before,
      wanted.filter((order) => order !== null),
    );
    if (!money) return 'The broker does not say what it blocks for these legs, so nothing is entered.';
    const [available, { required, together }] = [money.available(), money];
    if (required > available)
      return `The account has ${formatRupees(Math.max(0, available))} free; the broker blocks ${formatRupees(required)} for these legs.`;
    if (together > row.capital)
      return `${row.name} has a capital of ${formatRupees(row.capital)}; the broker blocks ${formatRupees(together)} for its legs.`;
    money.claim();
    return null;
  }

  private orderOf(row: StrategyRow, { symbol, side, quantity }: EntryWish): Wanted | null {
    const instrument = this.deps.chains.instrumentOf(symbol);
    const price = instrument && this.deps.prices.tickOf(instrument)?.price;
    if (!instrument || !price) return null;
    const product = brokerProduct(row.product, instrument);
    return { instrument, side, quantity, product, price, trigger: null };
  }

  private heldOrder(position: PositionRow): Wanted | null {
    const instrument = readInstrument(position.instrument_json);
    if (!instrument) return null;
    const paid = Math.round(position.entry_value / position.entry_quantity);
    return {
      instrument,
      side: position.side === 'long' ? 'buy' : 'sell',
      quantity: position.quantity,
      product: brokerProduct(position.product, instrument),
      price: this.deps.prices.tickOf(instrument)?.price ?? paid,
      trigger: null,
    };
  }
}
