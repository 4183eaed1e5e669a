import type { Repeat } from '../../shared/alert-delivery.ts';
import { istMidnight } from '../../shared/time.ts';
import { type Direction, LevelBook, type WatchedLevel } from './level-book.ts';

/** Target of a price alert: a price in paise, or a change in percent since the previous close. */
export type PriceTarget =
  { readonly kind: 'price'; readonly price: number } | { readonly kind: 'change'; readonly percent: number };

/** A price alert as it is watched. */
export interface PriceAlert {
  readonly id: number;
  readonly symbol: string;
  readonly when: 'above' | 'below' | 'crosses';
  readonly target: PriceTarget;
  readonly repeat: Repeat;
  /** Has fired, and is armed once its condition is false. */
  readonly isWaiting: boolean;
  /** Side that a crossing comes from. Null while no price was beside its level. */
  readonly direction: Direction | null;
  /** Nothing before this moment counts, epoch ms. */
  readonly since: number;
  /** End of the bar of a moment; of an alert that fires once in each bar. */
  readonly barEnd: (at: number) => number;
}

/** Event of an alert at a tick. `sided` and `armed` are to be remembered, `fired` is to be told. */
export interface PriceEvent {
  readonly id: number;
  readonly kind: 'fired' | 'armed' | 'sided';
  readonly price: number;
  /** Level at that moment, paise. */
  readonly level: number;
  readonly at: number;
  /** Side that the next crossing comes from. */
  readonly direction: Direction | null;
  /** Not looked at before this moment again; of `fired` in a bar. */
  readonly until: number | null;
}

/** An alert and where it stands in its book. */
interface Watched {
  readonly alert: PriceAlert;
  direction: Direction | null;
  isWaiting: boolean;
  since: number;
  /** Where it waits in the book; null while it is parked, or its level is not known. */
  entry: WatchedLevel<Watched> | null;
}

/** Alerts of one instrument. */
interface SymbolBook {
  readonly symbol: string;
  readonly levels: LevelBook<Watched>;
  /** Crossings whose side is not known yet. */
  readonly unsided: Set<Watched>;
  /** Alerts that are left aside until their moment, the soonest last. */
  readonly parked: Watched[];
  /** Alerts on a change since the previous close. */
  readonly changes: Set<Watched>;
  /** Start of the day of `base`, epoch ms. */
  day: number;
  /** Previous close that changes are counted from, paise; null while it is not known. */
  base: number | null;
}

const NOTHING: readonly PriceEvent[] = [];
const PERCENT = 100;
/** Part of a paisa that the arithmetic of percent may be off. */
const ROUNDING = 1e-6;

/** Price at which a change is reached, paise: the nearest that is not short of it. */
export const levelOfChange = (when: 'above' | 'below', percent: number, previousClose: number): number => {
  const exact = previousClose * (1 + percent / PERCENT);
  return when === 'above' ? Math.ceil(exact - ROUNDING) : Math.floor(exact + ROUNDING);
};

/**
 * Price alerts of one market, by instrument. A tick costs the same whether one alert or a thousand wait for another
 * price. What they say depends on the ticks alone, so ticks that are played again say the same.
 */
export class PriceAlerts {
  private readonly books = new Map<string, SymbolBook>();
  private readonly byId = new Map<number, Watched>();
  private readonly previousClose: (symbol: string) => number | null;

  /** `previousClose` is asked once a day for instruments with a watched change. */
  constructor(previousClose: (symbol: string) => number | null) {
    this.previousClose = previousClose;
  }

  get size(): number {
    return this.byId.size;
  }

  /** Instruments that are watched. */
  symbols(): IterableIterator<string> {
    return this.books.keys();
  }

  /** Watch an alert; one of the same id is replaced. */
  add(alert: PriceAlert): void {
    this.remove(alert.id);
    const { symbol, direction, isWaiting, since } = alert;
    const watched: Watched = { alert, direction, isWaiting, since, entry: null };
    this.byId.set(alert.id, watched);
    const book = this.books.get(symbol) ?? newBook(symbol);
    this.books.set(symbol, book);
    if (alert.target.kind === 'change') book.changes.add(watched);
    park(book, watched);
  }

  remove(id: number): void {
    const watched = this.byId.get(id);
    if (!watched) return;
    this.byId.delete(id);
    const { symbol } = watched.alert;
    const book = this.books.get(symbol);
    if (!book) return;
    if (watched.entry) book.levels.remove(watched.entry);
    book.unsided.delete(watched);
    book.changes.delete(watched);
    const parkedAt = book.parked.indexOf(watched);
    if (parkedAt !== -1) book.parked.splice(parkedAt, 1);
    const isEmpty = book.levels.size + book.unsided.size + book.changes.size + book.parked.length === 0;
    if (isEmpty) this.books.delete(symbol);
  }

  /** Apply a traded price, paise. */
  onTick(symbol: string, price: number, at: number): readonly PriceEvent[] {
    const book = this.books.get(symbol);
    if (book === undefined) return NOTHING;
    if (book.changes.size > 0) this.countFrom(book, at);
    for (let last = book.parked.at(-1); last && last.since <= at; last = book.parked.at(-1)) {
      book.parked.pop();
      this.enter(book, last);
    }
    let events: PriceEvent[] | null = null;
    if (book.unsided.size > 0) events = this.findSides(book, price, at);
    for (let entry = book.levels.pop(price); entry; entry = book.levels.pop(price)) {
      entry.owner.entry = null;
      events ??= [];
      events.push(this.reach(book, entry, price, at));
    }
    return events ?? NOTHING;
  }

  /** Leave nothing aside beyond the bar of `now`. For a clock that was set back. */
  capWaits(now: number): void {
    for (const { parked } of this.books.values()) {
      for (const watched of parked) watched.since = Math.min(watched.since, watched.alert.barEnd(now));
      parked.sort((one, other) => other.since - one.since);
    }
  }

  /** Bring the levels of changes up to the day of a tick. */
  private countFrom(book: SymbolBook, at: number): void {
    const day = istMidnight(at);
    if (book.day === day && book.base !== null) return;
    const base = this.previousClose(book.symbol);
    if (book.day === day && base === null) return;
    book.day = day;
    book.base = base;
    for (const watched of book.changes) {
      if (book.parked.includes(watched)) continue;
      if (watched.entry) book.levels.remove(watched.entry);
      watched.entry = null;
      this.enter(book, watched);
    }
  }

  /** Level of an alert now; null while the previous close is not known. */
  private levelOf(book: SymbolBook, { when, target }: PriceAlert): number | null {
    if (target.kind === 'price') return target.price;
    if (book.base === null || when === 'crosses') return null;
    return levelOfChange(when, target.percent, book.base);
  }

  private enter(book: SymbolBook, watched: Watched): void {
    const { alert, direction, isWaiting } = watched;
    const level = this.levelOf(book, alert);
    if (level === null) return;
    if (alert.when === 'crosses') {
      if (direction === null) book.unsided.add(watched);
      else this.wait(book, watched, direction, level);
      return;
    }
    const isUp = alert.when === 'above';
    // Armed again at the first price that is beside its level.
    if (isWaiting) this.wait(book, watched, isUp ? 'down' : 'up', isUp ? level - 1 : level + 1);
    else this.wait(book, watched, isUp ? 'up' : 'down', level);
  }

  private wait(book: SymbolBook, owner: Watched, direction: Direction, level: number): void {
    const entry = { owner, direction, level };
    owner.entry = entry;
    book.levels.add(entry);
  }

  private findSides(book: SymbolBook, price: number, at: number): PriceEvent[] | null {
    let events: PriceEvent[] | null = null;
    for (const watched of book.unsided) {
      const level = this.levelOf(book, watched.alert);
      if (level === null || price === level) continue;
      book.unsided.delete(watched);
      const direction = price < level ? 'up' : 'down';
      watched.direction = direction;
      this.wait(book, watched, direction, level);
      events ??= [];
      events.push({ ...eventOf(watched, 'sided', price, level, at), until: null });
    }
    return events;
  }

  /** An alert whose level was reached: it fires, or is armed again. */
  private reach(
    book: SymbolBook,
    { owner, level }: WatchedLevel<Watched>,
    price: number,
    at: number,
  ): PriceEvent {
    const { alert } = owner;
    if (owner.isWaiting) {
      owner.isWaiting = false;
      this.enter(book, owner);
      return { ...eventOf(owner, 'armed', price, level, at), until: null };
    }
    if (alert.repeat === 'once') {
      this.remove(alert.id);
      return { ...eventOf(owner, 'fired', price, level, at), until: null };
    }
    if (alert.repeat === 'each-bar') {
      owner.since = alert.barEnd(at);
      park(book, owner);
      return { ...eventOf(owner, 'fired', price, level, at), until: owner.since };
    }
    // A price on the level itself is on neither side of it: the next one tells.
    if (alert.when === 'crosses') owner.direction = sideOf(price, level);
    else owner.isWaiting = true;
    this.enter(book, owner);
    return { ...eventOf(owner, 'fired', price, level, at), until: null };
  }
}

/** Side that a crossing comes from next. Null on the level itself. */
const sideOf = (price: number, level: number): Direction | null =>
  price === level ? null : price < level ? 'up' : 'down';

const eventOf = (
  { alert, direction }: Watched,
  kind: PriceEvent['kind'],
  price: number,
  level: number,
  at: number,
): Omit<PriceEvent, 'until'> => ({ id: alert.id, kind, price, level, at, direction });

/** Leave an alert aside until its moment. */
const park = (book: SymbolBook, watched: Watched): void => {
  const later = book.parked.findIndex(({ since }) => since <= watched.since);
  if (later === -1) book.parked.push(watched);
  else book.parked.splice(later, 0, watched);
};

const newBook = (symbol: string): SymbolBook => ({
  symbol,
  levels: new LevelBook<Watched>(),
  unsided: new Set(),
  parked: [],
  changes: new Set(),
  day: Number.NaN,
  base: null,
});
