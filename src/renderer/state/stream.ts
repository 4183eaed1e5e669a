import { create } from 'zustand';
import type { StreamEvent } from '../../shared/contract/stream.ts';
import type { DesktopEvent } from '../../shared/desktop.ts';
import { PAINT_INTERVAL_MS, type Quote } from '../../shared/quotes.ts';
import { desktop, onDesktopEvent } from '../api/desktop.ts';
import { apart } from './apart.ts';
import { acceptFeed, acceptQuotes, acceptValues } from './quotes.ts';
import { followWatched } from './watched.ts';

export type EventType = StreamEvent['type'];
export type EventOf<Type extends EventType> = Extract<StreamEvent, { type: Type }>;
type ChangedStream = Extract<DesktopEvent, { type: 'stream.changed' }>;
type Listener = (event: StreamEvent) => void;

const listeners = new Set<Listener>();

interface Stream {
  /**
   * State of the connection that brings the facts: `polling` when the server has no stream, `closed` when nothing
   * comes.
   */
  state: 'open' | 'polling' | 'closed';
  /** Epoch ms since when nothing has come; null while something does. */
  closedSince: number | null;
}

export const useStreamState = create<Stream>(() => ({ state: 'open', closedSince: null }));

const acceptStreamState = ({ state, heardAt }: ChangedStream): void =>
  useStreamState.setState(({ closedSince }) => ({
    state,
    closedSince: state === 'closed' ? (closedSince ?? heardAt ?? Date.now()) : null,
  }));

/** Call every listener. The failure of one does not stop the others. */
const publish = (event: StreamEvent): void => {
  for (const listener of listeners) apart(() => listener(event));
};

const accept = (event: StreamEvent): void => {
  // How old prices are says the state of the feed, which comes every second: a price that comes may be an old one.
  if (event.type === 'quote') acceptQuotes(event.quotes);
  if (event.type === 'market') acceptFeed(event.feed.kind);
  if (event.type === 'positions') acceptValues(event.positions);
  publish(event);
};

/** After an answer that could not be had; nothing is lost meanwhile, as main keeps the latest of each thing. */
const ASK_AGAIN_MS = 1_000;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** A window that is not painted has no frames. */
const LONGEST_FRAME_MS = 50;

const nextFrame = (): Promise<void> =>
  Promise.race([
    pause(LONGEST_FRAME_MS),
    new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve))),
  ]);

/**
 * Accept events in order, then market depth in its own frame. Nothing else may wait: a fact that comes meanwhile, as of
 * a position that closes, is newer.
 */
const acceptAll = async (events: readonly StreamEvent[], isOver: () => boolean): Promise<void> => {
  const depths: Quote[] = [];
  for (const event of events) {
    if (event.type !== 'quote') {
      apart(() => accept(event));
      continue;
    }
    const prices = event.quotes.filter(({ depth }) => !depth);
    depths.push(...event.quotes.filter(({ depth }) => depth));
    if (prices.length > 0) apart(() => accept({ ...event, quotes: prices }));
  }
  if (depths.length === 0) return;
  await nextFrame();
  if (!isOver()) apart(() => accept({ type: 'quote', quotes: depths }));
};

/**
 * Ask for what has moved, and again a paint later. Main keeps the latest of each thing meanwhile, so a busy window is
 * sent no more than it can show, and ends on the last price.
 */
const followEvents = async (isOver: () => boolean): Promise<void> => {
  while (!isOver()) {
    const next = await desktop('stream.next', {});
    if (isOver()) return;
    const began = performance.now();
    if (next.ok) await acceptAll(next.value.events, isOver);
    await pause(began + (next.ok ? PAINT_INTERVAL_MS : ASK_AGAIN_MS) - performance.now());
  }
};

/** Follows the stream that main holds. Returns the way to stop. */
export const followStream = (): (() => void) => {
  let isOver = false;
  void followEvents(() => isOver);
  const stopWatching = followWatched();
  const stop = onDesktopEvent((event) => {
    if (event.type === 'stream.changed') acceptStreamState(event);
    if (event.type === 'stream.event') accept(event.event);
  });
  return () => {
    isOver = true;
    stopWatching();
    stop();
  };
};

/** Listens to facts of some kinds. Returns the way to stop. */
export const onStreamEvent = <Type extends EventType>(
  types: readonly Type[],
  callback: (event: EventOf<Type>) => void,
): (() => void) => {
  const listener: Listener = (event) => {
    if ((types as readonly string[]).includes(event.type)) callback(event as EventOf<Type>);
  };
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Everything must be asked for again: the stream lost facts, or the backend came back. */
export const requestReload = (): void => publish({ type: 'reload' });
