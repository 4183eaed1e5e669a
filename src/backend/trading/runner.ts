import { chargePaise, chargesOnOrder, totalCharges } from '../../engine/charges/charges.ts';
import { MARGIN_PERCENT, segmentOf } from '../../engine/instrument.ts';
import { distanceInPaise, type DistanceAtr, NO_ATR } from '../../engine/protection.ts';
import { sizePosition } from '../../engine/sizing.ts';
import type { Bar } from '../../engine/bars.ts';
import type { RuleSignal } from '../../engine/rules/compiled-rules.ts';
import type { Result } from '../../shared/failure.ts';
import { formatPrice } from '../../shared/money.ts';
import { BROKER_ID } from '../../shared/trick-status.ts';
import { istDate, istMidnight, istMinute } from '../../shared/time.ts';
import type { Database } from '../db/database.ts';
import type { PositionRow, TradeRow, TrickRow } from '../db/schema.ts';
import { sessionOn } from '../market/calendar.ts';
import type { History } from '../market/history.ts';
import { contractOf, findInstrument, type MasterRow } from '../market/instrument-master.ts';
import type { ClosedCandle, SessionCandles } from '../market/session-candles.ts';
import { announceSignal, type Announcer, logTrading } from './announce.ts';
import type { Execution, RunIdentity, TradingTerms } from './execution.ts';
import { refuseEntry } from './guards.ts';
import { TEST_PLAN } from './position-charges.ts';
import { RunningTrick } from './running-trick.ts';
import { type LastPrice, positionView } from './views.ts';

/** Candles beyond the rules' own look-back that are fed before the first live one. */
const WARM_UP_MARGIN = 5;

export interface RunnerNeeds {
  readonly database: Database;
  readonly announcer: Announcer;
  readonly execution: Execution;
  readonly history: History;
  readonly candles: SessionCandles;
  readonly run: RunIdentity;
  /** Owner of the history that this run plays; 0 for the simulated market. */
  readonly historyOwnerId: number;
  readonly lastPrice: (symbol: string) => LastPrice | null;
}

/** Evaluates running tricks on closed candles: signal → guards → size → order. */
export class Runner {
  private readonly needs: RunnerNeeds;
  private readonly tricks = new Map<number, RunningTrick>();

  constructor(needs: RunnerNeeds) {
    this.needs = needs;
  }

  get runningCount(): number {
    return this.tricks.size;
  }

  isRunning(trickId: number): boolean {
    return this.tricks.has(trickId);
  }

  /** Begins (or begins anew, with changed settings) to evaluate a trick; its indicators are warm from history. */
  async add(row: TrickRow, isHouse: boolean, now: number): Promise<void> {
    const { run, database } = this.needs;
    const mine = { trick_id: row.id, source: run.source, run_id: run.runId };
    const midnight = istMidnight(now);
    const { realised } = await database.read
      .selectFrom('trades')
      .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('net'), eb.lit(0)).as('realised'))
      .where((eb) => eb.and(mine))
      .executeTakeFirstOrThrow();
    const today = await database.read
      .selectFrom('trades')
      .select(['symbol', 'net'])
      .where((eb) => eb.and(mine))
      .where('exit_at', '>=', midnight)
      .execute();
    const { entries } = await database.read
      .selectFrom('positions')
      .select((eb) => eb.fn.countAll<number>().as('entries'))
      .where((eb) => eb.and(mine))
      .where('opened_at', '>=', midnight)
      .executeTakeFirstOrThrow();
    const exits = new Map<string, number>();
    for (const { symbol } of today) exits.set(symbol, (exits.get(symbol) ?? 0) + 1);
    const net = today.reduce((sum, trade) => sum + trade.net, 0);
    const trick = new RunningTrick(row, isHouse, {
      realised,
      tally: { day: istDate(now), entries, net, exits },
    });
    for (const symbol of trick.symbols) await this.warmUp(trick, symbol, now);
    this.tricks.set(row.id, trick);
  }

  private async warmUp(trick: RunningTrick, symbol: string, now: number): Promise<void> {
    const { history, candles, run, historyOwnerId, execution } = this.needs;
    const { timeframe } = trick.document;
    candles.watch(symbol, timeframe);
    const key = { ownerId: historyOwnerId, source: run.source, symbol };
    const past = await history.candlesBefore(
      key,
      timeframe,
      istMidnight(now),
      trick.rules.lookBack + WARM_UP_MARGIN,
    );
    const openedAt = execution.positionOf(trick.row.id, symbol)?.opened_at ?? null;
    trick.warmUp(symbol, [...past, ...candles.today(symbol, timeframe, now)], openedAt);
  }

  remove(trickId: number): void {
    this.tricks.delete(trickId);
  }

  /** Takes a closed trade into the day's tally. */
  onTrade(trade: TradeRow): void {
    const trick = this.tricks.get(trade.trick_id);
    if (!trick) return;
    const tally = trick.today(trade.exit_at);
    tally.net += trade.net;
    tally.exits.set(trade.symbol, (tally.exits.get(trade.symbol) ?? 0) + 1);
    trick.realised += trade.net;
  }

  /** Terms of a running trick; null when it does not run here. */
  termsOf(trickId: number): TradingTerms | null {
    const trick = this.tricks.get(trickId);
    return trick ? termsOfTrick(trick) : null;
  }

  /** Latest ATR of a trick in each of its instruments, as its distances ask for it. */
  atrOf(trickId: number): (symbol: string) => DistanceAtr {
    return (symbol) => this.tricks.get(trickId)?.atrOf(symbol) ?? NO_ATR;
  }

  /** Evaluates what has just closed, trick by trick in a fixed order. */
  async onCandles(closed: readonly ClosedCandle[], now: number): Promise<void> {
    for (const { symbol, timeframe, bar } of closed)
      for (const trick of [...this.tricks.values()])
        if (trick.document.timeframe === timeframe && trick.symbols.includes(symbol))
          await this.evaluate(trick, symbol, bar, now);
  }

  private async evaluate(trick: RunningTrick, symbol: string, bar: Bar, now: number): Promise<void> {
    const position = this.needs.execution.positionOf(trick.row.id, symbol);
    const signal = trick.next(symbol, bar, position && heldState(position, bar.close));
    if (!signal) return;
    if (position) {
      if (signal.exit) await this.exit(trick, position, bar, now);
    } else if (signal.entry) await this.enter(trick, symbol, bar, signal, now);
  }

  private async exit(trick: RunningTrick, position: PositionRow, bar: Bar, now: number): Promise<void> {
    const reason = `Exit rule at ${istMinute(now)}`;
    await this.needs.execution.exit(
      position.id,
      'exit',
      reason,
      now,
      `${this.needs.run.runId}:${trick.row.id}:${position.symbol}:exit:${bar.time}`,
    );
  }

  private async enter(
    trick: RunningTrick,
    symbol: string,
    bar: Bar,
    signal: RuleSignal,
    now: number,
  ): Promise<void> {
    const row = findInstrument(symbol);
    if (!row) return;
    const refusal = this.guard(trick, row, now);
    if (refusal) return this.refuse(trick, symbol, refusal, now);
    const price = this.needs.lastPrice(symbol)?.price ?? bar.close;
    const sized = this.size(trick, row, price, signal, now);
    if (!sized.ok) return this.refuse(trick, symbol, sized.failure.message, now);
    const { run, announcer } = this.needs;
    const side = trick.document.side === 'long' ? 'buy' : 'sell';
    const reason = `Entry rule at ${istMinute(now)}`;
    const text = `${side === 'buy' ? 'Buy' : 'Sell'} ${sized.value} ${symbol} at about ₹${formatPrice(price)}.`;
    await this.needs.execution.place(
      {
        userId: trick.row.owner_id,
        trickId: trick.row.id,
        positionId: null,
        symbol,
        source: run.source,
        runId: run.runId,
        brokerId: BROKER_ID.paper,
        side,
        purpose: 'entry',
        quantity: sized.value,
        reason,
        key: `${run.runId}:${trick.row.id}:${symbol}:entry:${bar.time}`,
        at: now,
        atr: signal.atr,
      },
      async (tx) => {
        await logTrading(announcer, tx, trick.identity, {
          topic: 'signal',
          text: `${reason}. ${text}`,
          at: now,
        });
        await announceSignal(announcer, tx, trick.identity, text);
      },
    );
    trick.today(now).entries++;
  }

  private guard(trick: RunningTrick, row: MasterRow, now: number): string | null {
    const tally = trick.today(now);
    const { execution } = this.needs;
    return refuseEntry({
      now,
      today: tally.net + this.openResult(trick),
      maxLossPerDay: trick.row.max_loss_per_day,
      entriesToday: tally.entries,
      exitsToday: tally.exits.get(row.symbol) ?? 0,
      session: this.entrySession(trick, row, now),
      rules: trick.guard,
      lastTickAt: this.needs.lastPrice(row.symbol)?.at ?? null,
      hasOpenPosition: execution.positionOf(trick.row.id, row.symbol) !== null,
      hasLiveOrder: execution.hasLiveOrder(trick.row.id, row.symbol),
    });
  }

  /** What the trick's open positions would come to if they were left now. */
  private openResult(trick: RunningTrick): number {
    return this.needs.execution
      .openPositions()
      .filter((position) => position.trick_id === trick.row.id)
      .reduce((sum, row) => sum + positionView(row, trick.row.name, this.needs.lastPrice(row.symbol)).pnl, 0);
  }

  /** A daily candle closes with the session; its order goes in then and fills at the next open. */
  private entrySession(trick: RunningTrick, row: MasterRow, now: number) {
    const session = sessionOn(istDate(now), row.kind);
    if (!session || trick.document.timeframe !== '1d') return session;
    return { ...session, auctionEnd: Math.max(session.auctionEnd, now + 1) };
  }

  private size(
    trick: RunningTrick,
    row: MasterRow,
    price: number,
    signal: RuleSignal,
    now: number,
  ): Result<number> {
    const { document } = trick;
    const segment = segmentOf(row.kind, document.product);
    const side = document.side === 'long' ? 'buy' : 'sell';
    return sizePosition({
      size: document.size,
      capital: trick.row.capital,
      parts: document.rotation?.hold,
      cash: trick.row.capital + Math.min(0, trick.realised) - this.marginUsed(trick.row.id),
      price,
      lotSize: contractOf(row, price, now).lotSize,
      marginPercent: MARGIN_PERCENT[row.kind],
      stopDistance: document.stopLoss && distanceInPaise(document.stopLoss, price, signal.atr.stopLoss),
      chargesOn: (quantity) =>
        chargePaise(
          totalCharges(
            chargesOnOrder({ segment, side, turnoverPaise: quantity * price, time: now }, TEST_PLAN),
          ),
        ),
    });
  }

  private marginUsed(trickId: number): number {
    let used = 0;
    for (const position of this.needs.execution.openPositions()) {
      if (position.trick_id !== trickId) continue;
      const kind = findInstrument(position.symbol)?.kind ?? 'equity';
      used += Math.ceil((position.entry_value * MARGIN_PERCENT[kind]) / 100);
    }
    return used;
  }

  private async refuse(trick: RunningTrick, symbol: string, reason: string, now: number): Promise<void> {
    if (trick.identity.isHouse || !trick.isNewRefusal(symbol, reason)) return;
    await this.needs.database.write((tx) =>
      logTrading(this.needs.announcer, tx, trick.identity, {
        topic: 'guard',
        level: 'warning',
        text: `No entry in ${symbol}. ${reason}`,
        at: now,
      }),
    );
  }
}

const heldState = (position: PositionRow, price: number) => {
  const average = position.entry_value / position.entry_quantity;
  const sign = position.side === 'long' ? 1 : -1;
  return { profitPercent: ((sign * (price - average)) / average) * 100, openedAt: position.opened_at };
};

/** What orders and positions of a trick need to know of it. */
export const termsOfTrick = (trick: RunningTrick): TradingTerms => {
  const { document } = trick;
  return {
    trick: trick.identity,
    opening: {
      side: document.side,
      product: document.product,
      protection: document,
    },
    slippageBp: trick.row.slippage_bp,
    squareOffTime: document.squareOffTime,
  };
};
