import { afterEach, beforeEach, expect } from 'vitest';
import type { LiveAccount } from '../../src/backend/broker-accounts/live-account.ts';
import type { InputOf } from '../../src/shared/contract/endpoint.ts';
import type { manual } from '../../src/shared/contract/manual.ts';
import { DAY_MS } from '../../src/shared/time.ts';
import { mayTradeLive } from './live-basket.ts';
import { ownLink } from './live-sample.ts';
import { GOOD_CODE, SeededLinks } from './seeded-link.ts';
import { clientAt, startTestBackend, type TestBackend, type TestUser } from './test-backend.ts';

/** Price of ITC at first, paise. */
export const PRICE = 400_00;

/** Terms on which real money is traded by trader. */
export const TERMS = {
  capital: 10_00_000_00,
  maxLossPerDay: 5_000_00,
  isUnderstood: true,
  confirmName: 'LIVE',
} as const;

/** Ten shares at the market. */
export const BUY = {
  symbol: 'ITC',
  side: 'buy',
  size: { by: 'quantity', amount: 10 },
  type: 'market',
  product: 'intraday',
} as const;

type Placed = InputOf<typeof manual.placeLive>;

let people = 0;
let marks = 0;

/** A trader with a linked broker, at ten on a Friday morning. */
export class LiveTrader {
  server!: TestBackend;
  user!: TestUser;
  links!: SeededLinks;
  userId = 0;
  /** Time that has passed by the test's wish, ms. */
  passed = 0;
  /** Price of ITC at which seconds pass, paise. */
  last = PRICE;
  /** Prices of others than ITC, paise. Each comes with every second. */
  readonly others = new Map<string, number>();
  /** Whether a request is held on its way: nothing waits until all is done then. */
  isHeld = false;
  /** An order by hand where nothing else is said. */
  usual: Omit<Placed, 'mark' | 'isUnderstood'> = BUY;
  private began = 0;

  readonly clock = {
    now: () => Date.parse('2026-11-20T10:00:10+05:30') + Date.now() - this.began + this.passed,
  };

  async start(): Promise<void> {
    Object.assign(this, { began: Date.now(), passed: 0, last: PRICE, isHeld: false });
    this.others.clear();
    this.links = new SeededLinks(this.clock.now);
    this.links.broker.partly = 0;
    await this.serve();
    this.user = await this.server.register(`live-hand-${people++}`);
    this.userId = await mayTradeLive(this.server, this.user);
    await this.user.call('live.link', ownLink());
    await this.move(PRICE);
  }

  readonly account = (): LiveAccount => this.server.backend.parts.brokerAccounts.requireAccount(this.userId);

  private async settled(): Promise<void> {
    const { run } = this.account();
    if (this.isHeld) await run.execution.sync();
    else await run.settled();
  }

  /** The market comes to a price: what it fills is reported and booked. */
  readonly move = async (price: number): Promise<void> => {
    this.last = price;
    this.links.move('ITC', price);
    for (const [symbol, other] of this.others) this.links.move(symbol, other);
    // Its reports are taken in without anybody waiting; the book has the same.
    await this.account().run.execution.sync();
    await this.settled();
  };

  /** Seconds pass at the price there is. */
  readonly second = async (count = 5): Promise<void> => {
    for (let number = 0; number < count; number++) {
      this.passed += 1_000;
      await this.move(this.last);
      await this.account().everySecond();
      await this.account().gtt.settled();
      await this.settled();
    }
  };

  private async serve(dataDir?: string): Promise<void> {
    this.server = await startTestBackend({
      ...{ clock: this.clock, linkBroker: this.links.link, accessTokenMs: 400 * DAY_MS },
      ...(dataDir !== undefined && { dataDir }),
    });
    await this.server.backend.parts.marketRuns.whenOpen();
  }

  /** The program ends, and begins again. */
  readonly restart = async (meanwhile?: () => void): Promise<void> => {
    const { dataDir } = this.server;
    await this.server.close();
    meanwhile?.();
    await this.serve(dataDir);
    this.user = clientAt(this.server.url).as(this.user);
  };

  readonly logIn = () => this.user.call('live.reconnect', { totp: GOOD_CODE });

  /** Places an order by hand with real money. */
  readonly place = (order: Partial<Placed> = {}) =>
    this.user.ask('manual.placeLive', {
      ...{ ...this.usual, mark: `live-mark-${++marks}`, isUnderstood: true },
      ...order,
    });

  /** The same of an order that is taken. */
  readonly placed = async (order: Partial<Placed> = {}) => {
    const { status, body } = await this.place(order);
    expect([status, body.message]).toEqual([200, expect.any(String)]);
    return body.data!.order;
  };

  /** Status and sentence with which an order is answered. */
  readonly saysOf = async (order: Partial<Placed> = {}) => {
    const { status, body } = await this.place(order);
    return [status, body.message] as const;
  };

  /** Orders as the broker has them. */
  readonly sent = () => this.links.broker.truth;

  /** Open positions that were opened by hand. */
  readonly positions = async () =>
    (await this.user.call('positions.open', { type: 'live' })).list.filter(({ isManual }) => isManual);

  readonly orderNow = async (orderId: number) =>
    (await this.user.call('positions.orders', { isTest: 0 })).live_orderhistory!.find(
      (order) => order.orderId === orderId,
    )!;
}

/** A new trader for each test. With `terms` they have accepted real money by hand. */
export const liveTrader = (terms?: { readonly maxLossPerDay: number }): LiveTrader => {
  const trader = new LiveTrader();
  beforeEach(async () => {
    await trader.start();
    if (terms) await trader.user.call('manual.acceptLive', { ...TERMS, ...terms });
  });
  afterEach(() => trader.server.dispose());
  return trader;
};
