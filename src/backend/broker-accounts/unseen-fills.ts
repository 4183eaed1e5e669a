import { isAtBroker } from '../../engine/trading/order.ts';
import type { OrderRow } from '../db/schema.ts';
import { holdingKey } from './account-book.ts';
import { readInstrument } from './held-position.ts';
import type { OrderChannel } from './order-channel.ts';

/** Time after which a gain is no fill of an order. A book of that long after would have told of it. */
const SETTLED_AFTER_MS = 60_000;

/** Units that may have come into the account unseen, by side. */
export type UnseenUnits = Record<OrderRow['side'], number>;

/** Quantity that the account has been missing since a moment. */
interface Gain {
  readonly missing: number;
  readonly since: number;
}

/** Fills of entries that an account may show before reports. Such an order may rest for hours. */
export class UnseenFills {
  private readonly channel: OrderChannel;
  private readonly now: () => number;
  private readonly gains = new Map<string, Gain>();

  constructor(channel: OrderChannel, now: () => number) {
    this.channel = channel;
    this.now = now;
  }

  /**
   * The most that entries may have brought unseen. `missing` is what the account lacks of it now. After a
   * minute of the same, an order that the books show as before has brought nothing.
   */
  mostIn(contractKey: string, missing: number): UnseenUnits {
    const isSettled = this.isSettled(contractKey, missing);
    const units: UnseenUnits = { buy: 0, sell: 0 };
    for (const order of this.channel.all()) {
      if (!isEntryIn(order, contractKey)) continue;
      const isKnown = isAtBroker(order.state) && !this.channel.requests.isInDoubt(order.id);
      if (isSettled && isKnown) continue;
      units[order.side] += Math.max(0, this.channel.requests.mostQuantity(order) - order.filled_quantity);
    }
    return units;
  }

  /** Forget since when a contract has been as it is. */
  forget(contractKey: string): void {
    this.gains.delete(contractKey);
  }

  private isSettled(contractKey: string, missing: number): boolean {
    const now = this.now();
    const before = this.gains.get(contractKey);
    // A moment to come is of before the clock was put back.
    const gain = before?.missing === missing && before.since <= now ? before : { missing, since: now };
    this.gains.set(contractKey, gain);
    const { bookReadAt } = this.channel;
    return bookReadAt <= now && bookReadAt - gain.since >= SETTLED_AFTER_MS;
  }
}

/** Whether an order is an entry that may have filled. */
const isEntryIn = (
  { slot, state, instrument_json: json, broker_product: product }: OrderRow,
  contractKey: string,
): boolean => {
  if (slot !== 'entry' || state === 'intended') return false;
  const entered = readInstrument(json);
  return entered !== null && product !== null && holdingKey(entered, product) === contractKey;
};
