import { describe, expect, it } from 'vitest';
import type { StreamEvent } from '../../shared/contract/stream.ts';
import { EventHub } from './event-hub.ts';

const MINUTE = 60_000;
const fact = (done: number): StreamEvent => ({ type: 'import', done, total: 9, name: 'x' });

const hubAt = (start: number) => {
  const clock = { time: start, now: () => clock.time };
  return { clock, hub: new EventHub(clock) };
};

/** Events for a client that last saw an id: the facts it has missed, or to load again. */
const missedBy = (hub: EventHub, seen: number) =>
  hub.missedSince(1, seen)?.map(({ event }) => event) ?? 'reload';

describe('a clock that was ahead and is put right', () => {
  it('loses no fact between those that are remembered without a reload', () => {
    const { clock, hub } = hubAt(60 * MINUTE);
    const leave = hub.subscribe(1, () => undefined);
    hub.publish(1, fact(0));
    // Nine minutes ahead for a moment.
    clock.time += 9 * MINUTE;
    hub.publish(1, fact(1));
    const seen = hub.latestId;
    leave();
    clock.time -= 9 * MINUTE;
    hub.publish(1, fact(2));
    clock.time += 10 * MINUTE + 1;
    hub.publish(1, fact(3));
    expect([[fact(2), fact(3)], 'reload']).toContainEqual(missedBy(hub, seen));
  });

  it('forgets people who are not awaited, as ever', () => {
    const { clock, hub } = hubAt(2 * 24 * 60 * MINUTE);
    clock.time += 24 * 60 * MINUTE;
    hub.publish(5_000, fact(0));
    clock.time -= 24 * 60 * MINUTE;
    for (let user = 1; user <= 1_000; user++) hub.publish(user, fact(user));
    clock.time += 12 * MINUTE;
    hub.publish(2_000, fact(0));
    clock.time += 12 * MINUTE;
    hub.publish(2_000, fact(0));
    const kept = Object.values(hub).find((part) => part instanceof Map) as Map<number, unknown>;
    expect(kept.size).toBeLessThan(10);
  });
});
