import { useEffect, useEffectEvent } from 'react';
import { onStreamEvent, type EventOf, type EventType } from './stream.ts';

/** Something that can be asked for again: a resource, or a list. */
export interface Reloadable {
  readonly reload: () => unknown;
  /** When it was last asked for, ms of `performance.now()`. */
  readonly askedAt: () => number;
}

/** Shortest time between two reloads, ms: a burst of facts makes one. */
export const RELOAD_INTERVAL_MS = 700;

interface Wanted<Type extends EventType> {
  readonly types: readonly Type[];
  readonly things: () => readonly Reloadable[];
  /** Passes over facts about other things. */
  readonly isWanted?: (event: EventOf<Type>) => boolean;
  readonly everyMs?: number;
}

/**
 * Ask for things again soon after facts of some kinds. Also after facts were lost; after a burst of them once. What was
 * asked for since the last of these facts, such as by the action that caused it, is not asked for twice. Returns the way
 * to stop.
 */
export const reloadOnFacts = <Type extends EventType>({
  types,
  things,
  isWanted = () => true,
  everyMs = RELOAD_INTERVAL_MS,
}: Wanted<Type>): (() => void) => {
  let timer: ReturnType<typeof setTimeout> | null = null;
  let factAt = -Infinity;
  const stop = onStreamEvent([...types, 'reload' as const], (event) => {
    if (event.type !== 'reload' && !isWanted(event as EventOf<Type>)) return;
    factAt = performance.now();
    timer ??= setTimeout(() => {
      timer = null;
      for (const thing of things()) if (thing.askedAt() <= factAt) thing.reload();
    }, everyMs);
  });
  return () => {
    stop();
    if (timer !== null) clearTimeout(timer);
  };
};

/** React hook: `reloadOnFacts` for as long as a component is shown. */
export const useReloadOnFacts = <Type extends EventType>(
  types: readonly Type[],
  things: Reloadable | readonly Reloadable[],
  isWanted: (event: EventOf<Type>) => boolean = () => true,
): void => {
  const latestThings = useEffectEvent(() => [things].flat());
  const latestIsWanted = useEffectEvent(isWanted);
  const key = types.join(' ');
  useEffect(
    () =>
      reloadOnFacts({
        types: key === '' ? [] : (key.split(' ') as Type[]),
        things: () => latestThings(),
        isWanted: (event) => latestIsWanted(event),
      }),
    [key],
  );
};
