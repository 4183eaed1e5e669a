import { formatPrice } from '../../../../shared/money.ts';
import type { Timeframe } from '../../../../shared/rule-document.ts';
import { t } from '../../../i18n/translate.ts';
import { announce } from '../../../ui/announcer.tsx';
import type { AppTokens } from '../../../ui/tokens.ts';
import { barText, type Candles } from '../bars.ts';
import type { ChartPort, Overlay, PortCandles, PortScale, PortShape, Spot } from '../chart-port.ts';
import { LineHand } from '../lines/line-hand.ts';
import { barLengthOf, type BarTimes, timeOfBar } from './bar-times.ts';
import { boardStore, type BoardStore } from './board-state.ts';
import { sessionBreaks } from './session-breaks.ts';
import type { Drawing, DrawingColour } from './drawing.ts';
import { type Cursor, movedBy, pointOf, withPoint } from './drawing-moves.ts';
import { drawingAt, type Ground, pointAt, shapesOfDrawing } from './lay-out.ts';
import { timeframeTyped, typedAfter } from './timeframe-typing.ts';
import { TOOL_LABELS } from './tool-labels.ts';
import { TOOL_POINTS, type ToolName } from './tool-names.ts';
import type { Drawings } from './use-drawings.ts';

/** Smallest change of a price, paise. */
const TICK = 5;
/** Ticks or candles that an arrow moves with Shift. */
const STRIDE = 10;
/** Share of the chart's height that Page Up and Page Down move. */
const PAGE = 0.1;
/** Least room between session breaks, px. */
const LEAST_BETWEEN_BREAKS = 32;
/** How much closer or farther one key brings the candles. */
const ZOOM = 1.25;
/** Distance from down to up at which a pointer has drawn, px. */
const DRAG_PX = 5;

/** Wishes that the screen fulfils for a board. */
export interface BoardWishes {
  /** Opens a drawing to be edited, such as a new note. */
  readonly onEdit: (id: string) => void;
  readonly onTimeframe: (timeframe: Timeframe) => void;
}

interface Connected {
  readonly chart: ChartPort;
  readonly series: PortCandles;
  /** Notify the chart that the person has chosen what is in view. */
  readonly leaveView: () => void;
}

interface Dragged {
  readonly drawing: Drawing;
  /** Number of the point that is dragged; -1 of the whole drawing. */
  readonly number: number;
  readonly from: Cursor;
}

type Key = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>;

/** The board of a chart: where keys and pointer draw, select and move. */
export class ChartBoard {
  readonly store: BoardStore = boardStore();
  /** Id of the element that takes the keys. */
  readonly elementId = `chart-${crypto.randomUUID()}`;
  /** Orders and levels on the chart; a tool that is in use comes before them. */
  readonly lines = new LineHand();
  #connected: Connected | null = null;
  #candles: Candles | null = null;
  #colours: AppTokens | null = null;
  #breaks: readonly number[] = [];
  #kept: Drawings | null = null;
  #wishes: BoardWishes | null = null;
  #dragged: Dragged | null = null;
  /** Drawing as it is dragged; it is kept when it is let go. */
  #moved: Drawing | null = null;
  #downAt: Spot | null = null;

  /** Draw on a chart that has been made. */
  connect(connected: Connected): void {
    this.#connected = connected;
    this.lines.connect(connected.series);
    connected.chart.onPointed((pointed) => this.store.setState({ pointed }));
  }

  /** Forget a chart that is gone. Another one may have taken its place already. */
  disconnect(chart: ChartPort): void {
    if (this.#connected?.chart !== chart) return;
    this.#connected = null;
    this.lines.connect(null);
  }

  /** Receives the candles that are shown, and the colours of the page. */
  show(candles: Candles, colours: AppTokens): void {
    if (candles.time !== this.#candles?.time) this.#breaks = sessionBreaks(candles);
    this.#candles = candles;
    this.#colours = colours;
    this.lines.look(colours);
    this.repaint();
  }

  /** Receives what is kept, and what the screen does. */
  use(kept: Drawings, wishes: BoardWishes): void {
    this.#kept = kept;
    this.#wishes = wishes;
    this.repaint();
  }

  /** Begins to draw, from the last candle in view. */
  begin(tool: ToolName): void {
    this.lines.release();
    this.store.setState({ tool, placed: [], selected: null, cursor: this.#cursorAtEnd() });
    this.#say(t('{{tool}}: arrows move, Enter sets a point, Escape ends.', { tool: TOOL_LABELS[tool] }));
    this.repaint();
  }

  /** Selects a drawing; null selects none. */
  select(selected: string | null): void {
    if (selected !== null) this.lines.release();
    this.store.setState({ selected });
    this.repaint();
  }

  /** Carry out a key; false where it does nothing here. */
  press(key: Key): boolean {
    if (key.altKey) return false;
    if (key.ctrlKey || key.metaKey) return this.#pressWithControl(key);
    const { tool, typed } = this.store.getState();
    if (tool === null && typed === '' && this.lines.press(key)) {
      this.select(null);
      return true;
    }
    return this.#arrow(key) || this.#typed(key.key) || this.#act(key) || this.#look(key.key);
  }

  /** Pointer went down; true where it draws or drags, so that the chart must not move. */
  down(at: Spot): boolean {
    const ground = this.#ground();
    if (!ground || at.x > ground.scale.width || at.y > ground.scale.height) return false;
    this.#downAt = at;
    const { tool, selected } = this.store.getState();
    const cursor = this.#cursorAt(ground.scale, at);
    if (tool !== null) {
      this.store.setState({ cursor });
      this.#setPoint();
      return true;
    }
    const drawings = this.#drawings();
    const grabbed = drawings.find(({ id }) => id === selected);
    const number = grabbed ? pointAt(ground, grabbed, at) : -1;
    // The selected drawing is meant where it is; elsewhere an order matters more than a drawing.
    const isOnSelected = grabbed && (number !== -1 || drawingAt(ground, [grabbed], at) !== null);
    if (!isOnSelected && this.lines.down(at, ground.scale)) {
      this.select(null);
      return true;
    }
    const drawing = isOnSelected ? grabbed : drawingAt(ground, drawings, at);
    this.select(drawing?.id ?? null);
    this.#dragged = drawing && { drawing, number, from: cursor };
    return drawing !== null;
  }

  /** Whether a pointer there would take a line that can be moved. */
  isMovableAt(at: Spot): boolean {
    if (this.lines.isEmpty() || this.store.getState().tool !== null) return false;
    const scale = this.#connected?.series.scale();
    return !!scale && at.x <= scale.width && at.y <= scale.height && this.lines.isMovableAt(at, scale);
  }

  /** Pointer was taken away: nothing is moved. */
  leave(): void {
    this.lines.leave();
    [this.#dragged, this.#moved, this.#downAt] = [null, null, null];
    this.repaint();
  }

  /** Pointer moved. */
  move(at: Spot): void {
    const ground = this.#ground();
    if (!ground || this.lines.move(at, ground.scale)) return;
    const { tool } = this.store.getState();
    if (!this.#dragged && tool === null) return;
    const cursor = this.#cursorAt(ground.scale, at);
    if (tool !== null) this.store.setState({ cursor });
    if (this.#dragged) {
      const { drawing, number, from } = this.#dragged;
      this.#moved =
        number === -1
          ? movedBy(ground.times, drawing, cursor.bar - from.bar, cursor.price - from.price)
          : withPoint(drawing, number, pointOf(ground.times, cursor));
    }
    this.repaint();
  }

  /** Pointer went up: what was dragged is kept where it is, and a line that was drawn in one go ends. */
  up(at: Spot): void {
    if (this.lines.up()) return;
    const { tool, placed } = this.store.getState();
    const isFar = this.#downAt !== null && Math.hypot(at.x - this.#downAt.x, at.y - this.#downAt.y) > DRAG_PX;
    if (tool !== null && placed.length > 0 && isFar) this.#setPoint();
    if (this.#dragged && this.#moved && isFar) this.#kept?.change(this.#dragged.drawing, this.#moved);
    this.#dragged = null;
    this.#moved = null;
    this.#downAt = null;
    this.repaint();
  }

  /** Paints what stands now. */
  repaint(): void {
    if (!this.#connected) return;
    const isEmpty =
      this.#drawings().length === 0 && this.#breaks.length === 0 && this.store.getState().cursor === null;
    this.#connected.series.overlay(isEmpty ? null : this.#overlay);
  }

  readonly #overlay: Overlay = (scale) => {
    const [candles, colours, times] = [this.#candles, this.#colours, this.#times()];
    if (!candles || !colours || !times) return [];
    const ground: Ground = { scale, candles, times };
    const { selected, cursor } = this.store.getState();
    const shown = this.#drawings().map((one) => (one.id === this.#moved?.id ? this.#moved : one));
    const draft = this.#draft(times);
    return [
      ...this.#breakLines(scale, colours),
      ...shown.flatMap((one) => shapesOfDrawing(ground, one, colours, one.id === selected)),
      ...(draft ? shapesOfDrawing(ground, draft, colours, true) : []),
      ...(cursor ? this.#cursorLines(scale, colours, cursor) : []),
    ];
  };

  #breakLines(scale: PortScale, colours: AppTokens): PortShape[] {
    const [from, to] = [scale.barAt(0), scale.barAt(scale.width)];
    const inView = this.#breaks.filter((bar) => bar >= from && bar <= to);
    // More than that would be a fence.
    if (inView.length * LEAST_BETWEEN_BREAKS > scale.width) return [];
    return inView.map((bar) => {
      const x = scale.xOf(bar - 0.5);
      return {
        kind: 'path',
        through: [
          { x, y: 0 },
          { x, y: scale.height },
        ],
        dash: 'dotted',
        colour: colours.chartGrid,
      };
    });
  }

  #cursorLines(
    { width, height, xOf, yOf }: PortScale,
    { chartAxis }: AppTokens,
    cursor: Cursor,
  ): PortShape[] {
    const [x, y] = [xOf(cursor.bar), yOf(cursor.price)];
    const line = (through: readonly Spot[]): PortShape => ({
      kind: 'path',
      through,
      dash: 'dashed',
      colour: chartAxis,
    });
    return [
      line([
        { x: 0, y },
        { x: width, y },
      ]),
      line([
        { x, y: 0 },
        { x, y: height },
      ]),
    ];
  }

  /** Drawing that is being made: points to come are where the cursor is. */
  #draft(times: BarTimes): Drawing | null {
    const { tool, placed, cursor } = this.store.getState();
    if (tool === null || placed.length === 0 || !cursor) return null;
    const here = pointOf(times, cursor);
    const points = Array.from({ length: TOOL_POINTS[tool] }, (_, number) => placed[number] ?? here);
    return { id: '', tool, points, colour: COLOUR, text: '' };
  }

  #drawings(): readonly Drawing[] {
    return this.#kept?.drawings ?? [];
  }

  #times(): BarTimes | null {
    const candles = this.#candles;
    return candles && candles.time.length > 0
      ? { time: candles.time, length: barLengthOf(candles.timeframe) }
      : null;
  }

  #ground(): Ground | null {
    const [scale, candles, times] = [this.#connected?.series.scale() ?? null, this.#candles, this.#times()];
    return scale && candles && times && { scale, candles, times };
  }

  #cursorAt(scale: PortScale, at: Spot): Cursor {
    return { bar: Math.round(scale.barAt(at.x)), price: Math.round(scale.priceAt(at.y)) };
  }

  #cursorAtEnd(): Cursor | null {
    const [candles, view] = [this.#candles, this.#connected?.chart.view()];
    if (!candles || candles.close.length === 0) return null;
    const bar = Math.max(0, Math.min(candles.close.length - 1, Math.floor(view?.to ?? Infinity)));
    return { bar, price: candles.close[bar] ?? 0 };
  }

  #say(text: string): void {
    announce(text);
  }

  #sayCursor({ bar, price }: Cursor): void {
    const [times, candles] = [this.#times(), this.#candles];
    if (!times || !candles) return;
    const [high, low, close] = [candles.high[bar], candles.low[bar], candles.close[bar]];
    const where = `${barText(timeOfBar(times, bar), candles.timeframe === '1d')}: ${formatPrice(price)}`;
    this.#say(
      high === undefined || low === undefined || close === undefined
        ? where
        : `${where}; ${t('High {{price}}', { price: formatPrice(high) })}, ${t('Low {{price}}', { price: formatPrice(low) })}, ${t('Close {{price}}', { price: formatPrice(close) })}`,
    );
  }

  #moveCursor(cursor: Cursor): void {
    const last = (this.#candles?.time.length ?? 1) - 1;
    this.store.setState({ cursor, pointed: cursor.bar >= 0 && cursor.bar <= last ? cursor.bar : null });
    this.#connected?.series.point(cursor);
    this.#keepInView(cursor.bar);
    this.#sayCursor(cursor);
    this.repaint();
  }

  #keepInView(bar: number): void {
    const view = this.#connected?.chart.view();
    if (!view || (bar >= view.from && bar <= view.to)) return;
    const shift = bar < view.from ? bar - view.from : bar - view.to;
    this.#connected?.leaveView();
    this.#connected?.chart.showView({ from: view.from + shift, to: view.to + shift });
  }

  #arrow({ key, shiftKey }: Key): boolean {
    const scale = this.#connected?.series.scale();
    const cursor = this.store.getState().cursor ?? this.#cursorAtEnd();
    const times = this.#times();
    if (!scale || !cursor || !times) return false;
    const stride = shiftKey ? STRIDE : 1;
    const page = Math.abs(scale.priceAt(0) - scale.priceAt(scale.height * PAGE));
    const steps: Readonly<Record<string, Cursor>> = {
      ArrowLeft: { bar: -stride, price: 0 },
      ArrowRight: { bar: stride, price: 0 },
      ArrowUp: { bar: 0, price: stride * TICK },
      ArrowDown: { bar: 0, price: -stride * TICK },
      PageUp: { bar: 0, price: Math.round(page / TICK) * TICK },
      PageDown: { bar: 0, price: -Math.round(page / TICK) * TICK },
      Home: { bar: -cursor.bar, price: 0 },
      End: { bar: times.time.length - 1 - cursor.bar, price: 0 },
    };
    const step = steps[key];
    if (!step) return false;
    const { selected } = this.store.getState();
    const drawing = this.#drawings().find(({ id }) => id === selected);
    if (drawing && key !== 'Home' && key !== 'End') {
      this.#kept?.change(drawing, movedBy(times, drawing, step.bar, step.price));
      this.#say(t('{{tool}} moved.', { tool: TOOL_LABELS[drawing.tool] }));
    } else this.#moveCursor({ bar: cursor.bar + step.bar, price: cursor.price + step.price });
    return true;
  }

  /** Carry out a letter: of a timeframe, or of a price of the candle. */
  #typed(key: string): boolean {
    const { typed, cursor } = this.store.getState();
    const after = typedAfter(typed, key);
    if (after !== null) {
      this.store.setState({ typed: after });
      return true;
    }
    const columns = { o: 'open', h: 'high', l: 'low', c: 'close' } as const;
    const column = columns[key.toLowerCase() as keyof typeof columns] as
      (typeof columns)[keyof typeof columns] | undefined;
    const price = cursor && column && this.#candles?.[column][cursor.bar];
    if (!cursor || price === undefined || price === null) return false;
    this.#moveCursor({ ...cursor, price });
    return true;
  }

  #act({ key, shiftKey }: Key): boolean {
    switch (key) {
      case 'Enter':
        return this.#enter();
      case 'Escape':
        return this.#escape();
      case 'Delete':
      case 'Backspace':
        return this.#remove();
      case ' ':
        return this.#selectNext(shiftKey ? -1 : 1);
      default:
        return false;
    }
  }

  #enter(): boolean {
    const { typed, tool, selected } = this.store.getState();
    if (typed !== '') {
      const timeframe = timeframeTyped(typed);
      this.store.setState({ typed: '' });
      if (timeframe) this.#wishes?.onTimeframe(timeframe);
      else this.#say(t('There is no timeframe {{typed}}. Type 1, 3, 5, 15, 30, 60 or D.', { typed }));
      return true;
    }
    if (tool !== null) this.#setPoint();
    else if (selected !== null) this.#wishes?.onEdit(selected);
    else return false;
    return true;
  }

  #escape(): boolean {
    const { typed, tool, placed, selected, cursor } = this.store.getState();
    if (typed !== '') this.store.setState({ typed: '' });
    else if (placed.length > 0) this.store.setState({ placed: [] });
    else if (tool !== null) this.store.setState({ tool: null, cursor: null });
    else if (selected !== null) this.store.setState({ selected: null });
    else if (cursor !== null) this.store.setState({ cursor: null });
    else return false;
    if (this.store.getState().cursor === null) this.#connected?.series.point(null);
    this.repaint();
    return true;
  }

  #remove(): boolean {
    const { selected } = this.store.getState();
    const drawing = this.#drawings().find(({ id }) => id === selected);
    if (!drawing) return false;
    this.store.setState({ selected: null });
    this.#kept?.remove([drawing]);
    this.#say(t('{{tool}} deleted.', { tool: TOOL_LABELS[drawing.tool] }));
    return true;
  }

  #selectNext(step: 1 | -1): boolean {
    const drawings = this.#drawings();
    if (drawings.length === 0 || this.store.getState().tool !== null) return false;
    const at = drawings.findIndex(({ id }) => id === this.store.getState().selected);
    const next =
      drawings[(at + step + (at === -1 && step === -1 ? 1 : 0) + drawings.length) % drawings.length];
    if (!next) return false;
    this.select(next.id);
    const prices = next.points.map(({ price }) => formatPrice(price)).join(', ');
    this.#say(t('{{tool}} selected: {{prices}}.', { tool: TOOL_LABELS[next.tool], prices }));
    return true;
  }

  #pressWithControl({ key, shiftKey }: Key): boolean {
    const letter = key.toLowerCase();
    if (letter === 'y' || (letter === 'z' && shiftKey)) this.#kept?.redo();
    else if (letter === 'z') this.#kept?.undo();
    else return false;
    return true;
  }

  #look(key: string): boolean {
    const view = this.#connected?.chart.view();
    const factor = { '+': 1 / ZOOM, '=': 1 / ZOOM, '-': ZOOM }[key];
    if (!view || factor === undefined) return false;
    const middle = this.store.getState().cursor?.bar ?? view.to;
    this.#connected?.leaveView();
    this.#connected?.chart.showView({
      from: middle + (view.from - middle) * factor,
      to: middle + (view.to - middle) * factor,
    });
    return true;
  }

  #setPoint(): void {
    const times = this.#times();
    const { tool, placed, cursor } = this.store.getState();
    if (tool === null || !cursor || !times) return;
    const points = [...placed, pointOf(times, cursor)];
    const most = TOOL_POINTS[tool];
    if (points.length < most) {
      this.store.setState({ placed: points });
      this.#say(t('Point {{number}} of {{most}} is set.', { number: points.length, most }));
      this.repaint();
      return;
    }
    const drawing: Drawing = { id: crypto.randomUUID(), tool, points, colour: COLOUR, text: '' };
    const isKept = this.#kept?.add(drawing) ?? false;
    this.store.setState({ tool: null, placed: [], cursor: null, selected: isKept ? drawing.id : null });
    this.#connected?.series.point(null);
    if (isKept) this.#say(t('{{tool}} drawn.', { tool: TOOL_LABELS[tool] }));
    if (isKept && tool === 'text-note') this.#wishes?.onEdit(drawing.id);
    this.repaint();
  }
}

/** Colour of a drawing before another one is chosen. */
const COLOUR: DrawingColour = 'chart1';
