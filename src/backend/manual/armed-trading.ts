import { randomUUID } from 'node:crypto';
import type { ManualSize } from '../../engine/trading/manual-order.ts';
import { ARMED_MINUTES } from '../../shared/armed-keys.ts';
import { isFarPrice } from '../../shared/far-price.ts';
import { formatPrice, formatRupees } from '../../shared/money.ts';
import { MINUTE_MS } from '../../shared/time.ts';
import type { LiveAccount } from '../broker-accounts/live-account.ts';
import type { Clock } from '../clock.ts';
import type { OrderRow } from '../db/schema.ts';
import type { EventHub } from '../notices/event-hub.ts';
import { Refusal } from '../refusal.ts';
import type { AskedOrder, LiveManualTrading } from './live-manual-trading.ts';
import type { WantedOrder } from './manual-order-check.ts';

interface Deps {
  readonly liveByHand: LiveManualTrading;
  readonly clock: Clock;
  readonly hub: EventHub;
}

/** Terms that a person agrees to before a key is pressed. */
export interface ArmedTerms {
  readonly size: ManualSize;
  readonly type: 'market' | 'limit';
  readonly product: WantedOrder['product'];
  /** Stop-loss of all that they open, percent of the expected price; null of none. */
  readonly stopLossPercent: number | null;
  /** So many orders may open something. */
  readonly mostOrders: number;
  /** Sum of what they may open, paise. */
  readonly mostMoney: number;
}

/** Orders and money (paise) that armed keys may still open. `until` is epoch ms. */
export interface ArmedLeft {
  readonly orders: number;
  readonly money: number;
  readonly until: number;
}

interface Consent extends Readonly<ArmedTerms> {
  readonly arming: string;
  /** Account at the broker that it was given for. */
  readonly account: LiveAccount;
  left: ArmedLeft;
}

/** A pressed key. */
interface Press {
  readonly arming: string;
  readonly symbol: string;
  readonly side: 'buy' | 'sell';
  /** Limit in paise; null at the market. */
  readonly price: number | null;
}

const ARMED_MS = ARMED_MINUTES * MINUTE_MS;

const orderOf = (
  { size, type, product, stopLossPercent }: Consent,
  { symbol, side, price }: Press,
): WantedOrder => ({
  ...{ symbol, side, size, type, price, product },
  ...{ triggerPrice: null, stopLoss: null, stopLossPercent, target: null },
});

/**
 * Orders of armed keys with real money. A person has agreed beforehand to what a key sends and to how much all of them may
 * open; that is kept and counted here. It lives in memory: what is lost is off.
 */
export class ArmedTrading {
  private readonly deps: Deps;
  /** By user: arming keys in one window disarms those of another. */
  private readonly consents = new Map<number, Consent>();

  constructor(deps: Deps) {
    this.deps = deps;
  }

  /** Arm keys. Nothing is sent. @throws Refusal with all that is missing, `invalid` for more than the capital by hand */
  arm(userId: number, terms: ArmedTerms): Promise<{ arming: string; left: ArmedLeft }> {
    return this.deps.liveByHand.whileOn(userId, ({ capital, account }) => {
      if (terms.mostMoney > capital)
        throw new Refusal(
          'invalid',
          `The capital by hand is ${formatRupees(capital)}. Keys can open for that at most.`,
          { fields: { mostMoney: `must be at most ${formatRupees(capital)}` } },
        );
      const arming = randomUUID();
      const left = { orders: terms.mostOrders, money: terms.mostMoney, until: this.nextEnd() };
      this.disarm(userId);
      this.consents.set(userId, { ...terms, arming, account, left });
      return { arming, left };
    });
  }

  /** Disarm the keys of a user, or those of one arming alone; their windows are told. Orders that are out stay. */
  disarm(userId: number, arming?: string): void {
    const consent = this.consents.get(userId);
    if (!consent || (arming !== undefined && consent.arming !== arming)) return;
    this.consents.delete(userId);
    // The number of an arming that is on is a secret: with it an order can be sent.
    this.deps.hub.publish(userId, { type: 'disarmed', arming: consent.arming });
  }

  /**
   * Send the order of a pressed key. With the same mark again it is the order that is there.
   * @throws Refusal `conflict` of keys that are off, `refused` beyond what was agreed, and as any order by hand
   */
  async place(userId: number, press: Press, mark: string): Promise<{ order: OrderRow; left: ArmedLeft }> {
    const consent = this.find(userId, press.arming);
    if (!consent) return this.sentBefore(userId, press, mark);
    consent.left = { ...consent.left, until: this.nextEnd() };
    const order = await this.deps.liveByHand.place(userId, orderOf(consent, press), mark, {
      permit: (asked) => this.spend(userId, consent, press, asked),
    });
    return { order, left: consent.left };
  }

  /** Order of a press that was sent while its keys were on. @throws Refusal `conflict` of any other press */
  private async sentBefore(
    userId: number,
    press: Press,
    mark: string,
  ): Promise<{ order: OrderRow; left: ArmedLeft }> {
    const placed = await this.deps.liveByHand.placedWith(userId, mark);
    if (!placed) throw areOff();
    return { order: requireSame(placed, press), left: { orders: 0, money: 0, until: this.deps.clock.now() } };
  }

  private nextEnd(): number {
    return this.deps.clock.now() + ARMED_MS;
  }

  private find(userId: number, arming: string): Consent | undefined {
    const consent = this.consents.get(userId);
    if (consent?.arming !== arming) return undefined;
    const passed = ARMED_MS - (consent.left.until - this.deps.clock.now());
    // Less than none has passed where the clock was put back: nobody knows how long it is.
    if (passed >= 0 && passed < ARMED_MS) return consent;
    this.disarm(userId);
    return undefined;
  }

  /** Use up what an order opens, right before it is written. What fails after that stays used up. */
  private spend(userId: number, consent: Consent, { price }: Press, asked: AskedOrder): void {
    // It may have been ended, and the account exchanged, while the order was checked.
    if (this.consents.get(userId) !== consent || consent.account !== asked.account) throw areOff();
    if (price !== null && isFarPrice(asked.kind, price, asked.lastPrice))
      throw new Refusal(
        'refused',
        `₹${formatPrice(price)} is far from the last price, ₹${formatPrice(asked.lastPrice)}. Nothing was sent: use the ticket, which asks.`,
      );
    if (asked.effect === 'close') return;
    const { orders, money } = consent.left;
    if (orders === 0)
      throw new Refusal(
        'refused',
        'No more orders may be opened by these keys. Arm them again to open more.',
      );
    if (asked.value > money)
      throw new Refusal(
        'refused',
        `${formatRupees(money)} of the money for these keys are left; this order takes ${formatRupees(asked.value)}.`,
      );
    consent.left = { ...consent.left, orders: orders - 1, money: money - asked.value };
  }
}

/** @throws Refusal `conflict` of a mark that another order has */
const requireSame = (order: OrderRow, { symbol, side }: Press): OrderRow => {
  if (order.symbol === symbol && order.side === side) return order;
  throw new Refusal('conflict', 'This order was already sent with other values. Start again.');
};

const areOff = (): Refusal =>
  new Refusal('conflict', 'These keys are not armed any more. Nothing was sent: arm them again.', {
    fields: { arming: 'is not armed' },
  });
