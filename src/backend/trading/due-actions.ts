import { priceAfter, priceFactorOf } from '../../engine/corporate-actions/carry-over.ts';
import { adjustBars, jumpOver } from '../../engine/corporate-actions/adjust-bars.ts';
import type { Bar } from '../../engine/bars.ts';
import type { CorporateAction } from '../../engine/corporate-actions/corporate-action.ts';
import { istDate, istDayStart } from '../../shared/time.ts';
import type { Database } from '../db/database.ts';
import { KeyedLanes } from '../keyed-lanes.ts';
import { actionsOf, type KeptAction } from '../market/corporate-actions/kept-actions.ts';
import type { History, HistoryKey } from '../market/history.ts';
import type { LastPrice } from '../market/last-price.ts';
import type { TickBatch } from '../market/tape.ts';
import type { DueAction } from './carried-record.ts';

export interface DueActionsDeps {
  readonly database: Database;
  readonly history: Pick<History, 'candlesBefore'>;
  /** Whose list it is, and whose prices. */
  readonly ownerId: number;
  readonly source: HistoryKey['source'];
  readonly session: {
    readonly symbols: readonly string[];
    readonly lastPrice: (symbol: string) => LastPrice | null;
    readonly previousClose: (symbol: string) => number | null;
    readonly setPreviousClose: (symbol: string, price: number) => void;
  };
  /** Earliest moment from which a share is held, ms. Or an order in it waits; null where neither is. */
  readonly heldSince: (symbol: string) => number | null;
  /** Carries positions and orders of a share over actions. Those that were applied before change nothing. */
  readonly carryOver: (symbol: string, due: readonly DueAction[], at: number) => Promise<void>;
  /** Asks about a jump over a night, in percent. No action explains it. */
  readonly askAboutJump: (symbol: string, percent: number, at: number) => Promise<void>;
  /** Warms up anew what is decided on the candles of some shares. */
  readonly warmAnew: (symbols: readonly string[], at: number) => Promise<void>;
}

/** Actions that were due: whether there are any, and any since the last close. */
interface Applied {
  readonly isAny: boolean;
  readonly isNew: boolean;
}

/** Kinds that are applied, in their order on one day. A dividend is none. */
const CARRIED: readonly CorporateAction['kind'][] = ['split', 'bonus', 'rights', 'demerger'];

const inOrder = (a: KeptAction, b: KeptAction): number =>
  a.day.localeCompare(b.day) || CARRIED.indexOf(a.action.kind) - CARRIED.indexOf(b.action.kind);

/**
 * Corporate actions of one run of imported prices. Each is applied before the first price of its share on the ex-date or
 * later. The simulated market has none: its prices are made up.
 */
export class DueActions {
  private readonly deps: DueActionsDeps;
  private known: Promise<ReadonlyMap<string, readonly KeptAction[]>> | null = null;
  private day = '';
  /** Shares whose actions were applied today. */
  private readonly done = new Set<string>();
  /** Shares that have had prices today. */
  private readonly begun = new Set<string>();
  /** Actions that the previous close of today has in it. */
  private readonly inClose = new Set<string>();
  /** A tick and an import may come to one share at once. */
  private readonly lanes = new KeyedLanes<string>();

  constructor(deps: DueActionsDeps) {
    this.deps = deps;
  }

  /** Before ticks are traded on. The first of a share on a day applies what is due by then. */
  async onTicks({ time, ticks }: TickBatch): Promise<void> {
    this.beginDay(time);
    for (const { symbol, price } of ticks) {
      if (this.done.has(symbol)) continue;
      const isFirst = !this.begun.has(symbol);
      const { isNew } = await this.apply(symbol, time, isFirst);
      if (isFirst && isNew) await this.deps.warmAnew([symbol], time);
      const close = this.deps.session.previousClose(symbol);
      const jump = close === null || isNew || !isFirst ? null : jumpOver(close, price);
      if (jump !== null) await this.deps.askAboutJump(symbol, jump, time);
      this.done.add(symbol);
      this.begun.add(symbol);
    }
  }

  /** Apply what is due by the last prices. After an import, or a load. */
  async applyKnown(): Promise<void> {
    this.known = null;
    const { session } = this.deps;
    const priced = session.symbols.flatMap((symbol) => {
      const last = session.lastPrice(symbol);
      return last ? { symbol, at: last.at } : [];
    });
    for (const { at } of priced) this.beginDay(at);
    const changed: string[] = [];
    for (const { symbol, at } of priced) {
      if (istDate(at) === this.day) this.begun.add(symbol);
      if ((await this.apply(symbol, at, false)).isAny) changed.push(symbol);
    }
    const now = Math.max(...priced.map(({ at }) => at));
    if (changed.length > 0) await this.deps.warmAnew(changed, now);
  }

  /** Candles of the past, adjusted by actions up to a moment. */
  async adjusted(symbol: string, bars: readonly Bar[], now: number): Promise<readonly Bar[]> {
    const last = bars.at(-1);
    const due = ((await this.actions()).get(symbol) ?? []).filter(({ day }) => day <= istDate(now));
    if (!last || due.length === 0) return bars;
    // An action after the last candle is in the prices that come next.
    return adjustBars([...bars, { ...last, time: now }], due).slice(0, -1);
  }

  private beginDay(time: number): void {
    const day = istDate(time);
    if (day <= this.day) return;
    this.day = day;
    this.done.clear();
    this.begun.clear();
    this.inClose.clear();
    this.known = null;
  }

  private actions(): Promise<ReadonlyMap<string, readonly KeptAction[]>> {
    const { database, ownerId, session } = this.deps;
    const reading = this.known ?? actionsOf(database.read, ownerId, session.symbols);
    this.known = reading;
    reading.catch(() => {
      if (this.known === reading) this.known = null;
    });
    return reading;
  }

  private apply(symbol: string, at: number, isFirst: boolean): Promise<Applied> {
    return this.lanes.run(symbol, async () => {
      const today = istDate(at);
      const due = ((await this.actions()).get(symbol) ?? [])
        .filter(({ day, action }) => day <= today && CARRIED.includes(action.kind))
        .toSorted(inOrder);
      if (due.length === 0) return { isAny: false, isNew: false };
      const before = await this.lastBefore(symbol, today);
      const since = due.filter(({ day }) => before === undefined || day > istDate(before.time));
      this.adjustClose(symbol, since);
      const heldSince = this.deps.heldSince(symbol) ?? Number.POSITIVE_INFINITY;
      // Plans of baskets hold nothing yet: they follow actions that come on time.
      const concerned = due.filter(({ day }) => istDayStart(day) > heldSince || (isFirst && day === today));
      const closes = await this.closesBefore(symbol, concerned);
      const dated = concerned.map((kept, index): DueAction => {
        return { ...kept, close: closes[index] ?? null, isOnTime: isFirst && kept.day === today };
      });
      if (dated.length > 0) await this.deps.carryOver(symbol, dated, at);
      return { isAny: true, isNew: since.length > 0 };
    });
  }

  /** The last daily candle before a day. */
  private async lastBefore(symbol: string, day: string): Promise<Bar | undefined> {
    const { history, ownerId, source } = this.deps;
    const [candle] = await history.candlesBefore({ ownerId, source, symbol }, '1d', istDayStart(day), 1);
    return candle;
  }

  /** Circuits and the day's result are counted from the close before, adjusted. */
  private adjustClose(symbol: string, since: readonly KeptAction[]): void {
    const { session } = this.deps;
    for (const { day, action } of since) {
      const name = `${symbol} ${day} ${action.kind}`;
      const close = session.previousClose(symbol);
      const factor = priceFactorOf(action, close);
      if (close === null || !factor || this.inClose.has(name)) continue;
      this.inClose.add(name);
      session.setPreviousClose(symbol, Math.max(1, Math.round(priceAfter(close, factor))));
    }
  }

  /** The last price before each action. Of several on one day the later ones count from the earlier ones. */
  private async closesBefore(symbol: string, due: readonly KeptAction[]): Promise<(number | null)[]> {
    const closes = new Map<string, number | null>();
    const out: (number | null)[] = [];
    for (const { day, action } of due) {
      if (!closes.has(day)) closes.set(day, (await this.lastBefore(symbol, day))?.close ?? null);
      const close = closes.get(day) ?? null;
      out.push(close);
      const factor = priceFactorOf(action, close);
      if (close !== null && factor) closes.set(day, priceAfter(close, factor));
    }
    return out;
  }
}
