import { type Bar, dayNumber } from '../../engine/bars.ts';
import { MARGIN_PERCENT } from '../../engine/instrument.ts';
import type { DistanceAtr, Side } from '../../engine/protection.ts';
import type { RuleSignal } from '../../engine/rules/compiled-rules.ts';
import { cashAfter, lotProfit } from '../../engine/trading/account.ts';
import { cutToCash, planRebalance, type RebalanceSale } from '../../engine/trading/rebalance.ts';
import type { Rotation } from '../../shared/rule-document.ts';
import { istMinute } from '../../shared/time.ts';
import type { PositionRow } from '../db/schema.ts';
import { contractOf, instrumentNamed, type NamedInstrument } from '../market/instrument-master.ts';
import { entryFunds, fundsFor } from './entry-funds.ts';
import type { OrderPath, RunIdentity } from './order-path.ts';
import { exitChargesAt, openLotOf } from './position-charges.ts';
import type { RunningStrategy } from './running-strategy.ts';
import type { LastPrice } from '../market/last-price.ts';

/** Signal of the rules for an instrument at a close. */
export interface BarSignal {
  readonly symbol: string;
  readonly bar: Bar;
  readonly signal: RuleSignal;
}

/** An entry order that is wanted. */
export interface Entry {
  readonly symbol: string;
  readonly side: Side;
  readonly quantity: number;
  /** Price it is expected at, paise. */
  readonly price: number;
  readonly atr: DistanceAtr;
  readonly reason: string;
  /** Distinguishes this intent from others of the strategy in the instrument. */
  readonly key: string;
  readonly now: number;
}

export interface RebalancingDeps {
  readonly execution: OrderPath;
  readonly run: RunIdentity;
  readonly lastPrice: (symbol: string) => LastPrice | null;
  readonly buy: (strategy: RunningStrategy, entry: Entry) => Promise<void>;
  readonly guard: (
    strategy: RunningStrategy,
    row: NamedInstrument,
    side: Side,
    now: number,
  ) => Promise<string | null>;
  readonly refuse: (strategy: RunningStrategy, symbol: string, reason: string, now: number) => Promise<void>;
}

const heldOf = (positions: readonly PositionRow[]): number =>
  positions.reduce((sum, { quantity }) => sum + quantity, 0);

/** Places a rotation's orders at the close at which they are due. They fill at the next open. */
export class Rebalancing {
  private readonly deps: RebalancingDeps;

  constructor(deps: RebalancingDeps) {
    this.deps = deps;
  }

  /** At the close of a daily candle; does nothing on a day on which no rebalance is due. */
  async onClose(
    strategy: RunningStrategy,
    rotation: Rotation,
    signals: readonly BarSignal[],
    now: number,
  ): Promise<void> {
    const day = dayNumber(signals[0]?.bar.time ?? now);
    if (!strategy.isRebalanceDue(day, rotation.every)) return;
    const closes = new Map(signals.map((one) => [one.symbol, one]));
    const rows = strategy.symbols.flatMap((symbol) => instrumentNamed(symbol) ?? []);
    const plan = planRebalance({
      rotation,
      worth: this.worthOf(strategy, closes),
      lines: rows.map((row) => {
        const { bar, signal } = closes.get(row.symbol) ?? {};
        return {
          symbol: row.symbol,
          held: heldOf(this.positionsOf(strategy, row.symbol)),
          close: bar?.close ?? null,
          isCandidate: signal?.entry === true && !signal.exit,
          rank: signal?.rank ?? Number.NaN,
          lotSize: contractOf(row, bar?.close ?? 0, now).lotSize,
          marginPercent: MARGIN_PERCENT[row.kind],
        };
      }),
    });
    strategy.leastPurchase = plan.least;
    for (const sale of plan.sales) await this.sell(strategy, sale, rotation.hold, day, now);
    for (const { symbol, reason } of plan.refusals) await this.deps.refuse(strategy, symbol, reason, now);
    let cash = this.cashFor(strategy, plan.sales, closes, now);
    for (const { symbol, quantity } of plan.purchases) {
      const [row, one] = [instrumentNamed(symbol), closes.get(symbol)];
      if (!row || !one) continue;
      const price = one.bar.close;
      const funds = entryFunds({ symbol, side: 'buy' }, strategy.document.product, cash, price, now);
      const affordable = cutToCash(quantity, plan.least, funds);
      const refusal = affordable.ok
        ? await this.deps.guard(strategy, row, strategy.document.side, now)
        : affordable.failure.message;
      if (refusal !== null || !affordable.ok) {
        if (refusal !== null) await this.deps.refuse(strategy, symbol, refusal, now);
        continue;
      }
      cash -= fundsFor(affordable.value, funds);
      await this.deps.buy(strategy, {
        symbol,
        side: strategy.document.side,
        quantity: affordable.value,
        price,
        atr: one.signal.atr,
        reason: `Among the best ${rotation.hold} at ${istMinute(now)}`,
        key: `rotation:${one.bar.time}`,
        now,
      });
    }
  }

  /**
   * Money for the purchases when they are sent, paise. On paper they are cut down when they fill; a broker does not do
   * that, so that with real money they keep to what the sales are expected to bring.
   */
  private cashFor(
    strategy: RunningStrategy,
    sales: readonly RebalanceSale[],
    closes: ReadonlyMap<string, BarSignal>,
    now: number,
  ): number {
    if (this.deps.run.mode !== 'live') return Infinity;
    const open = strategy.symbols.flatMap((symbol) => this.positionsOf(strategy, symbol));
    return sales.reduce(
      (cash, { symbol, quantity }) => {
        const price = closes.get(symbol)?.bar.close ?? 0;
        const charges = this.positionsOf(strategy, symbol).reduce(
          (sum, row) => sum + exitChargesAt(row, price, now),
          0,
        );
        return cash + quantity * price - charges;
      },
      cashAfter(strategy.row.capital, strategy.realised, open.map(openLotOf)),
    );
  }

  private positionsOf(strategy: RunningStrategy, symbol: string): PositionRow[] {
    return this.deps.execution.positionsOf(strategy.row.id, symbol);
  }

  /** The worth of a strategy's account at the last closes, paise. */
  private worthOf(strategy: RunningStrategy, closes: ReadonlyMap<string, BarSignal>): number {
    const open = strategy.symbols.flatMap((symbol) => this.positionsOf(strategy, symbol));
    const lots = open.map(openLotOf);
    const cash = cashAfter(strategy.row.capital, strategy.realised, lots);
    return lots.reduce((worth, lot, index) => {
      const { symbol = '' } = open[index] ?? {};
      const close = closes.get(symbol)?.bar.close ?? this.deps.lastPrice(symbol)?.price;
      return worth + lot.margin + (close === undefined ? 0 : lotProfit(lot, close));
    }, cash);
  }

  /** Leaves what is to be sold, the oldest shares first. */
  private async sell(
    strategy: RunningStrategy,
    { symbol, quantity, why }: RebalanceSale,
    hold: number,
    day: number,
    now: number,
  ): Promise<void> {
    const text = why === 'rotation' ? `No longer among the best ${hold}` : 'Back to its equal part';
    let left = quantity;
    for (const { id, quantity: held } of this.positionsOf(strategy, symbol)) {
      if (left === 0) return;
      const part = Math.min(left, held);
      const key = `${this.deps.run.runId}:${id}:${why}:${day}`;
      await this.deps.execution.exit(id, 'exit', `${text} at ${istMinute(now)}`, now, key, part);
      left -= part;
    }
  }
}
