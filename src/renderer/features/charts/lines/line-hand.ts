import { create, type StoreApi, type UseBoundStore } from 'zustand';
import { formatPrice } from '../../../../shared/money.ts';
import { t } from '../../../i18n/translate.ts';
import { announce } from '../../../ui/announcer.tsx';
import { notify } from '../../../ui/toasts.tsx';
import type { AppTokens } from '../../../ui/tokens.ts';
import type { PortCandles, PortScale, Spot } from '../chart-port.ts';
import { colourOfLevel } from '../price-level.ts';
import { fromTheTop, lineAt, onTick, type TickOf, ticksFrom } from './line-moves.ts';
import type { OwnedLine } from './owned-line.ts';

/** Ticks that an arrow moves with Shift. */
const STRIDE = 10;
/** Share of the chart's height that Page Up and Page Down move. */
const PAGE = 0.1;
/** Distance from down to up at which a pointer has dragged, px. */
const DRAG_PX = 5;

/** Wishes that a screen fulfils for the lines of its chart. */
export interface LineWishes {
  readonly tickOf: TickOf;
  /** Opens the dialog of a line's order or position. The wished price is in paise. */
  readonly onOpen: (line: OwnedLine, wished: number | null) => void;
  /** Asks whether the order of a line shall be cancelled. */
  readonly onCancel: (line: OwnedLine) => void;
}

interface LineState {
  /** Line that keys act on; null of none. */
  readonly chosen: OwnedLine | null;
  /** Price that it is moved to, paise; null where it is not moved. */
  readonly wished: number | null;
}

type Key = Pick<KeyboardEvent, 'key' | 'shiftKey'>;

interface Grabbed {
  readonly from: Spot;
  /** Distance of the pointer from the line that it took, px. */
  readonly offset: number;
  readonly hasMoved: boolean;
}

/** Sentence on a line that went while it was moved. */
const goneText = ({ owner, label }: OwnedLine): string =>
  owner.kind === 'order'
    ? t('{{line}}: this order has filled or ended meanwhile. Nothing was changed.', { line: label })
    : t('{{line}}: this position no longer has it. Nothing was changed.', { line: label });

/**
 * The hand on the lines of a chart: chooses one and moves it, by keys or pointer. What is moved is a wish, which a dialog
 * asks about: the line itself stays where its order or position is.
 */
export class LineHand {
  readonly store: UseBoundStore<StoreApi<LineState>> = create<LineState>(() => ({
    chosen: null,
    wished: null,
  }));
  #series: PortCandles | null = null;
  #colours: AppTokens | null = null;
  #lines: readonly OwnedLine[] = [];
  #wishes: LineWishes | null = null;
  #grabbed: Grabbed | null = null;
  /** Price that keys have brought into view, paise. A pointer leaves it: what it drags would move away under it. */
  #reach: number | null = null;

  /** Draw on candles; null forgets them. */
  connect(series: PortCandles | null): void {
    this.#series = series;
    this.#paint();
  }

  /** Receives the colours of the page. */
  look(colours: AppTokens): void {
    if (colours === this.#colours) return;
    this.#colours = colours;
    this.#paint();
  }

  /** Receives the lines that there are now. One that is moved and no longer there is said. */
  use(lines: readonly OwnedLine[], wishes: LineWishes): void {
    const { chosen: before } = this.store.getState();
    const isMoved = this.store.getState().wished !== null || this.#grabbed?.hasMoved === true;
    [this.#lines, this.#wishes] = [lines, wishes];
    const now = lines.find(({ id }) => id === before?.id) ?? null;
    this.store.setState({ chosen: now });
    if (before && !now) {
      this.release();
      if (isMoved) notify({ tone: 'news', message: goneText(before) });
    } else if (now && now.whyFixed !== null && isMoved) {
      this.#undo();
      notify({ tone: 'news', message: now.whyFixed });
    }
    this.#paint();
  }

  /** Leaves the chosen line where it is. */
  release(): void {
    [this.#grabbed, this.#reach] = [null, null];
    this.store.setState({ chosen: null, wished: null });
    this.#paint();
  }

  /** Carry out a key; false where it does nothing here. */
  press({ key, shiftKey }: Key): boolean {
    if (this.#grabbed) {
      if (key !== 'Escape') return false;
      this.#undo();
      return true;
    }
    if (key === 'm' || key === 'M') return this.#chooseNext(shiftKey ? -1 : 1);
    const { chosen: line } = this.store.getState();
    if (!line) return false;
    switch (key) {
      case 'Enter':
        this.#open(line, this.store.getState().wished);
        return true;
      case 'Escape':
        this.#escape(line);
        return true;
      case 'Delete':
      case 'Backspace':
        this.#cancel(line);
        return true;
      default:
        return this.#step(line, key, shiftKey ? STRIDE : 1);
    }
  }

  /** Pointer went down; true where it has taken a line. */
  down(at: Spot, scale: PortScale): boolean {
    const line = lineAt(this.#lines, at.y, scale.yOf);
    if (!line) {
      this.release();
      return false;
    }
    this.#grabbed = { from: at, offset: scale.yOf(line.price) - at.y, hasMoved: false };
    this.store.setState({ chosen: line, wished: null });
    this.#paint();
    return true;
  }

  /** Pointer moved; true where it has a line in its hand. */
  move(at: Spot, scale: PortScale): boolean {
    const { chosen: line } = this.store.getState();
    if (!this.#grabbed || !line || !this.#wishes) return this.#grabbed !== null;
    const { from, offset } = this.#grabbed;
    if (!this.#grabbed.hasMoved && Math.abs(at.y - from.y) < DRAG_PX) return true;
    if (!this.#grabbed.hasMoved && line.whyFixed !== null) announce(line.whyFixed);
    this.#grabbed = { ...this.#grabbed, hasMoved: true };
    if (line.whyFixed !== null) return true;
    const y = Math.max(0, Math.min(scale.height, at.y + offset));
    const price = scale.priceAt(y);
    if (Number.isFinite(price)) this.#wish(onTick(price, this.#wishes.tickOf));
    return true;
  }

  /** Pointer went up; true where it had a line. What was dragged is asked about. */
  up(): boolean {
    const grabbed = this.#grabbed;
    const { chosen: line, wished } = this.store.getState();
    this.#grabbed = null;
    if (!grabbed || !line) return grabbed !== null;
    if (grabbed.hasMoved && wished !== null && wished !== line.price) this.#open(line, wished);
    else {
      this.#wish(null);
      this.#say(line);
    }
    return true;
  }

  /** Pointer was taken away: the line stays. */
  leave(): void {
    if (this.#grabbed) this.#undo();
  }

  /** Whether a place is on a line that can be moved. */
  isMovableAt(at: Spot, scale: PortScale): boolean {
    return lineAt(this.#lines, at.y, scale.yOf)?.whyFixed === null;
  }

  /** Whether there is a line at all. */
  isEmpty(): boolean {
    return this.#lines.length === 0;
  }

  #wish(wished: number | null): void {
    if (wished === this.store.getState().wished) return;
    this.store.setState({ wished });
    this.#paint();
  }

  #undo(): void {
    this.#grabbed = null;
    this.#wish(null);
    const { chosen: line } = this.store.getState();
    if (line)
      announce(t('{{line}} stays at {{price}}.', { line: line.label, price: formatPrice(line.price) }));
  }

  #chooseNext(step: 1 | -1): boolean {
    const lines = fromTheTop(this.#lines);
    const { chosen } = this.store.getState();
    const at = lines.findIndex(({ id }) => id === chosen?.id);
    const next = lines[(at + step + (at === -1 && step === -1 ? 1 : 0) + lines.length) % lines.length];
    if (!next) announce(t('No order, stop-loss or target of yours is on this chart.'));
    else {
      this.#reach = next.price;
      this.store.setState({ chosen: next, wished: null });
      this.#paint();
      this.#say(next);
    }
    return true;
  }

  #say({ label, price, whyFixed }: OwnedLine): void {
    const chosen = t('{{line}} chosen: {{price}}.', { line: label, price: formatPrice(price) });
    announce(`${chosen} ${whyFixed ?? t('Arrows move it, Enter asks, Escape leaves it.')}`);
  }

  #step(line: OwnedLine, key: string, stride: number): boolean {
    const scale = this.#series?.scale();
    const from = this.store.getState().wished ?? line.price;
    const wishes = this.#wishes;
    const page = scale ? Math.abs(scale.priceAt(0) - scale.priceAt(scale.height * PAGE)) : 0;
    const moves: Readonly<Record<string, ((tickOf: TickOf) => number) | undefined>> = {
      ArrowUp: (tickOf) => ticksFrom(from, stride, tickOf),
      ArrowDown: (tickOf) => ticksFrom(from, -stride, tickOf),
      PageUp: (tickOf) => onTick(from + page, tickOf),
      PageDown: (tickOf) => onTick(Math.max(1, from - page), tickOf),
    };
    const move = moves[key];
    if (!move || !wishes) return false;
    if (line.whyFixed !== null) announce(line.whyFixed);
    else {
      const price = move(wishes.tickOf);
      this.#reach = price;
      this.#wish(price);
      announce(t('{{line}}: {{price}}', { line: line.label, price: formatPrice(price) }));
    }
    return true;
  }

  #open(line: OwnedLine, wished: number | null): void {
    // The line is where its owner is. What was wished stands in the dialog.
    this.#wish(null);
    if (line.isOpened) this.#wishes?.onOpen(line, wished === line.price ? null : wished);
    else if (line.whyFixed !== null) announce(line.whyFixed);
  }

  #escape(line: OwnedLine): void {
    if (this.store.getState().wished !== null) this.#undo();
    else {
      this.release();
      announce(t('{{line}} is no longer chosen.', { line: line.label }));
    }
  }

  #cancel(line: OwnedLine): void {
    this.#wish(null);
    if (line.owner.kind === 'order') this.#wishes?.onCancel(line);
    else announce(t('Delete cancels orders. Enter changes stop-loss and target.'));
  }

  /** Draws the chosen line where it is, or is moved to. Candles are not drawn anew. */
  #paint(): void {
    const colours = this.#colours;
    const { chosen: line, wished } = this.store.getState();
    if (!line || !colours) {
      this.#series?.wish(null);
      return;
    }
    this.#series?.wish({
      ...{ price: wished ?? line.price, title: line.label, colour: colourOfLevel(line, colours) },
      ...{ dash: 'solid', isNamed: wished !== null, reach: this.#reach },
    });
  }
}
