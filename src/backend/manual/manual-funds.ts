import { contractOf } from '../../engine/contracts/contract.ts';
import type { HeldLeg } from '../../engine/legs/contract-choice.ts';
import { marginPercentOf } from '../../engine/instrument.ts';
import { marginFor } from '../../engine/sizing.ts';
import { cashAfter } from '../../engine/trading/account.ts';
import { WORKING_STATES } from '../../shared/order-states.ts';
import { gttIn } from '../broker-accounts/gtt/gtt-rows.ts';
import type { Database } from '../db/database.ts';
import type { OrderRow, PositionRow, StrategyRow } from '../db/schema.ts';
import { tradedAs } from '../market/instrument-master.ts';
import { SimulatedLegFunds } from '../market/simulated/leg-funds.ts';
import { loadDayResult } from '../trading/day-result.ts';
import type { MarketRun } from '../trading/market-run.ts';
import { mostOfOrder } from '../trading/most-of-order.ts';
import { openLotOf } from '../trading/position-charges.ts';
import { FIRST_CAPITAL, FIRST_DAY_LOSS } from './manual-account.ts';

/** Money of the account that somebody trades by hand, paise. */
export interface ManualFunds {
  readonly capital: number;
  readonly available: number;
  readonly today: number;
  readonly maxLossPerDay: number | null;
}

/** Something that takes money: held, ordered, or asked about. */
export interface Need {
  readonly symbol: string;
  /** Units: above zero bought, below zero sold. */
  readonly quantity: number;
  /** Paise. */
  readonly price: number;
}

/** All that takes money already. An order may never fill, or fill last. */
export interface Taken {
  readonly held: readonly Need[];
  readonly ordered: readonly Need[];
}

/** Contracts by their underlying: what they block is worked out together. */
const legsByUnderlying = (wanted: readonly Need[]): Map<string, HeldLeg[]> => {
  const legs = new Map<string, HeldLeg[]>();
  for (const need of wanted) {
    const underlying = contractOf(need.symbol)?.underlying;
    if (underlying !== undefined) legs.set(underlying, [...(legs.get(underlying) ?? []), need]);
  }
  return legs;
};

/** Margins on a run, paise. */
export class ManualMargins {
  private readonly legFunds: SimulatedLegFunds;
  private readonly isOfLegs: boolean;

  /** Of legs contracts are judged together; otherwise each by itself, as where options are bought and none is sold. */
  constructor({ session }: MarketRun, isOfLegs: boolean) {
    this.isOfLegs = isOfLegs;
    this.legFunds = new SimulatedLegFunds((underlying) => {
      const spot = session.lastPrice(underlying)?.price;
      if (spot === undefined) return null;
      return { underlying, spot, previousClose: session.previousClose(underlying) ?? spot, now: session.now };
    });
  }

  /** Money that is set aside for all of something together. */
  of(wanted: readonly Need[]): number {
    let sum = 0;
    const legs = wanted.filter((need) => this.isLeg(need));
    for (const [underlying, together] of legsByUnderlying(legs))
      sum += this.legFunds.of(underlying, together);
    for (const need of wanted) {
      const { symbol, quantity, price } = need;
      if (!this.isLeg(need))
        sum += marginFor(Math.abs(quantity), price, marginPercentOf(tradedAs(symbol).kind));
    }
    return sum;
  }

  private isLeg({ symbol }: Pick<Need, 'symbol'>): boolean {
    return this.isOfLegs && contractOf(symbol) !== null;
  }

  /** Money set aside for all of it. What is bought as a hedge is one once it is held. */
  taken({ held, ordered }: Taken): number {
    const sold = ordered.filter(({ quantity }) => quantity < 0);
    const bought = ordered.filter(({ quantity }) => quantity > 0);
    const alone = bought.reduce((sum, need) => sum + this.of([need]), 0);
    return Math.max(this.of(held), this.of([...held, ...sold])) + alone;
  }

  /** Money that one more takes once it is held. */
  added({ held, ordered }: Taken, more: Need): number {
    if (!this.isLeg(more)) return this.of([more]);
    return Math.max(0, this.taken({ held: [...held, more], ordered }) - this.taken({ held, ordered }));
  }
}

const signed = (side: 'long' | 'short' | 'buy' | 'sell', quantity: number): number =>
  side === 'long' || side === 'buy' ? quantity : -quantity;

const needOfPosition = ({ symbol, side, quantity, entry_value, entry_quantity }: PositionRow): Need => ({
  symbol,
  quantity: signed(side, quantity),
  price: Math.round(entry_value / entry_quantity),
});

/** Need of an order: of as much as is not filled, or may be once a change that is out has happened. */
const needOfOrder = (order: OrderRow): Need => {
  const { quantity, price } = mostOfOrder({ ...order, price: order.price ?? order.decision_price });
  return { symbol: order.symbol, quantity: signed(order.side, quantity), price };
};

/** How an account stands on a run. */
export interface ManualStanding {
  readonly funds: ManualFunds;
  readonly taken: Taken;
  readonly open: readonly PositionRow[];
  readonly working: readonly OrderRow[];
  readonly margins: ManualMargins;
}

/** Money, positions and orders of an account on the run in use. Before the first order it is as it will begin. */
export const standingOf = async (
  { read }: Database,
  account: StrategyRow | undefined,
  run: MarketRun,
): Promise<ManualStanding> => {
  const margins = new ManualMargins(run, account?.mode !== 'live');
  const { identity, session } = run;
  if (!account)
    return {
      funds: {
        capital: FIRST_CAPITAL,
        available: FIRST_CAPITAL,
        today: 0,
        maxLossPerDay: FIRST_DAY_LOSS,
      },
      ...{ taken: { held: [], ordered: [] }, open: [], working: [], margins },
    };
  // Orders first, then positions: what fills between the two counts twice for a moment, and never not at all.
  const working = await read
    .selectFrom('orders')
    .selectAll()
    .where('strategy_id', '=', account.id)
    .where('run_id', '=', identity.runId)
    .where('state', 'in', WORKING_STATES)
    .orderBy('id', 'desc')
    .execute();
  const open = await read
    .selectFrom('positions')
    .selectAll()
    .where('strategy_id', '=', account.id)
    .where('run_id', '=', identity.runId)
    .where('status', '=', 'open')
    .orderBy('id')
    .execute();
  const { net } = await read
    .selectFrom('trades')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('net'), eb.lit(0)).as('net'))
    .where('strategy_id', '=', account.id)
    .where('run_id', '=', identity.runId)
    .where('source', '=', identity.source)
    .executeTakeFirstOrThrow();
  const today = await loadDayResult(
    read,
    { open, strategyId: account.id, source: identity.source, runId: identity.runId, now: session.now },
    session,
  );
  // What waits at the broker over days takes its money as long as it may trigger.
  const gtt = account.mode === 'live' ? await gttIn(read, account.owner_id) : [];
  const taken = {
    held: open.map(needOfPosition),
    ordered: [
      ...working.filter(({ slot }) => slot === 'entry').map(needOfOrder),
      ...gtt.filter(({ side }) => side === 'buy'),
    ],
  };
  // Charges were paid in cash; what is set aside is counted for all of it together.
  const cash = cashAfter(
    account.capital,
    Number(net),
    open.map((position) => ({ ...openLotOf(position), margin: 0 })),
  );
  return {
    funds: {
      capital: account.capital,
      available: cash - margins.taken(taken),
      today,
      maxLossPerDay: account.max_loss_per_day,
    },
    ...{ taken, open, working, margins },
  };
};

/** How an account stood without one of its orders: what that takes is free for what it is to become. */
export const standingWithout = (standing: ManualStanding, order: OrderRow): ManualStanding => {
  const { taken, funds, margins, working } = standing;
  const of = needOfOrder(order);
  const at = taken.ordered.findIndex(
    ({ symbol, quantity, price }) => symbol === of.symbol && quantity === of.quantity && price === of.price,
  );
  const others = { held: taken.held, ordered: taken.ordered.filter((_, index) => index !== at) };
  return {
    ...standing,
    taken: others,
    // It opens a position of its own, whatever has been opened since it was placed.
    open: [],
    working: working.filter(({ id }) => id !== order.id),
    funds: { ...funds, available: funds.available + margins.taken(taken) - margins.taken(others) },
  };
};
