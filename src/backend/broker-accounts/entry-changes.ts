import { isDeepStrictEqual } from 'node:util';
import { opensMore, type RestingTerms } from '../../engine/trading/order-change.ts';
import type { Broker, ChangeOutcome } from '../brokers/broker.ts';
import type { Transaction } from '../db/database.ts';
import type { OrderRow } from '../db/schema.ts';
import { Refusal } from '../refusal.ts';
import type { EntryMoney } from './entry-money.ts';
import { readInstrument } from './held-position.ts';
import type { OrderChannel } from './order-channel.ts';
import type { Ticket } from './order-sending.ts';

/** Guards of a change that may open more. They are those of an entry, for what is added. */
export interface ChangeGuard {
  /** The broker's figures for the money that `after` takes beyond `before`. Null when it does not say. */
  readonly moneyOf: (broker: Broker, before: Ticket, after: Ticket) => Promise<EntryMoney | null>;
  /** Why it must not be asked for, or null. Asked in the transaction that says that it is. */
  readonly denial: (
    tx: Transaction,
    order: OrderRow,
    after: Ticket,
    money: EntryMoney | null,
    isLarger: boolean,
  ) => Promise<string | null>;
}

export interface EntryChangesDeps {
  readonly channel: OrderChannel;
  readonly broker: () => Broker | null;
  readonly guard: ChangeGuard | undefined;
}

/** A change that was written and is out. */
export interface BegunChange {
  /** The broker's answer. `unknown` until evidence shows it. */
  readonly answered: Promise<ChangeOutcome>;
}

/** Terms on which an entry rests at the broker. One whose trigger was reached is in the market, and waits for none. */
export const restingTermsOf = ({
  quantity,
  price,
  trigger_price: trigger,
  state,
}: Pick<OrderRow, 'quantity' | 'price' | 'trigger_price' | 'state'>): RestingTerms => ({
  ...{ quantity, price: price ?? 0 },
  trigger: state === 'accepted' || state === 'waiting' ? trigger : null,
});

/** Rest of an entry, as it would go out. What is at the broker has its instrument and product. */
const ticketOf = (order: OrderRow, { quantity, price, trigger }: RestingTerms): Ticket => {
  const { id, side, instrument_json: json, broker_product: product, filled_quantity: filled } = order;
  const instrument = readInstrument(json);
  if (!instrument || product === null)
    throw new Error(`Order ${id} rests without its instrument or product.`);
  return { instrument, side, quantity: quantity - filled, product, price, trigger };
};

/** Changes of entries that rest: written, asked of the guards, sent once, and believed on evidence. */
export class EntryChanges {
  private readonly deps: EntryChangesDeps;

  constructor(deps: EntryChangesDeps) {
    this.deps = deps;
  }

  /**
   * Write that an entry is to be changed, and begin to ask. `before` are the terms that were judged: with others by now it
   * is left as it is. What opens no more asks no guard.
   * @throws Refusal `refused` with the sentence of a guard, `conflict` where it cannot be asked any more
   */
  async begin(order: OrderRow, before: RestingTerms, wanted: RestingTerms): Promise<BegunChange> {
    const { channel, guard } = this.deps;
    const broker = this.deps.broker();
    if (!broker) throw new Refusal('refused', 'There is no session with the broker. Log in first.');
    const asked = guard && opensMore(order.side, before, wanted) ? guard : null;
    const after = ticketOf(order, wanted);
    const money = asked && (await asked.moneyOf(broker, ticketOf(order, before), after));
    const isLarger = wanted.quantity > before.quantity;
    const begun = await channel.requests.begin(order, wanted, 'change', async (tx, current) => {
      // What was judged is what is written: a fill since then leaves less to add to.
      if (!isDeepStrictEqual(restingTermsOf(current), before)) throw changedSince();
      if (current.end_wanted !== null) throw changedSince();
      const denial = asked && (await asked.denial(tx, current, after, money, isLarger));
      if (denial) throw new Refusal('refused', denial);
    });
    if (!begun) throw changedSince();
    return begun;
  }
}

/** Refusal of a change made of older terms. */
export const changedSince = (): Refusal =>
  new Refusal('conflict', 'This order has changed in the meantime. Look at it again.');
