import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { StreamEvent } from '../../shared/contract/stream.ts';
import { EventHub } from './event-hub.ts';

const MINUTE = 60_000;
const fact = (done: number): StreamEvent => ({ type: 'import', done, total: 9, name: 'x' });

/** A hub on a clock that is moved by hand. */
const hubAt = (start: number) => {
  const clock = { time: start, now: () => clock.time };
  return { clock, hub: new EventHub(clock) };
};

describe('a client that comes back', () => {
  it('gets exactly what it has missed, of its own user, in order', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(1, 2), { maxLength: 50 }), fc.nat(50), (users, seen) => {
        const { hub } = hubAt(1_000);
        const ids: number[] = [];
        users.forEach((user, index) => {
          hub.publish(user, fact(index));
          ids.push(hub.latestId);
        });
        const lastSeen = ids[seen] ?? hub.latestId;
        const expected = users.flatMap((user, index) =>
          user === 1 && ids[index]! > lastSeen ? [fact(index)] : [],
        );
        expect(hub.missedSince(1, lastSeen)?.map((message) => message.event)).toEqual(expected);
      }),
    );
  });

  it('within ten minutes misses nothing; later it is asked to load again', () => {
    const { clock, hub } = hubAt(1_000);
    hub.publish(1, fact(0));
    const seen = hub.latestId;
    hub.publish(1, fact(1));
    clock.time += 10 * MINUTE - 1;
    hub.publish(1, fact(2));
    expect(hub.missedSince(1, seen)?.map((message) => message.event)).toEqual([fact(1), fact(2)]);
    clock.time += 2 * MINUTE;
    hub.publish(1, fact(3));
    expect(hub.missedSince(1, seen)).toBeNull();
  });

  it('after more than can be remembered is asked to load again, and never gets a part', () => {
    const { hub } = hubAt(1_000);
    const start = hub.latestId;
    for (let count = 1; count <= 6_000; count++) {
      hub.publish(1, fact(count));
      const missed = hub.missedSince(1, start);
      if (missed) expect(missed).toHaveLength(count);
    }
    expect(hub.missedSince(1, start)).toBeNull();
  });

  it('is asked to load again, and nothing is kept of those who have received nothing for long', () => {
    const { clock, hub } = hubAt(1_000);
    const start = hub.latestId;
    for (let user = 1; user <= 1_000; user++) hub.publish(user, fact(user));
    hub.subscribe(7, () => undefined);
    clock.time += 11 * MINUTE;
    hub.publish(2_000, fact(0));
    const latest = hub.latestId;
    expect(hub.missedSince(5, start)).toBeNull();
    expect(hub.missedSince(5, latest)).toEqual([]);
    hub.publish(5, fact(1));
    expect(hub.missedSince(5, latest)).toMatchObject([{ event: fact(1) }]);
    const kept = Object.values(hub).find((part) => part instanceof Map) as Map<number, unknown>;
    expect([...kept.keys()].sort()).toEqual([2_000, 5, 7]);
  });

  it('of somebody who is not awaited is asked to load again where a fact was left out', () => {
    const { clock, hub } = hubAt(1_000);
    const leave = hub.subscribe(1, () => undefined);
    const seen = hub.latestId;
    leave();
    clock.time += 10 * MINUTE - 1;
    expect(hub.isAwaited(1)).toBe(true);
    clock.time += 1;
    expect(hub.isAwaited(1)).toBe(false);
    expect(hub.missedSince(1, seen)).toEqual([]);
    hub.leaveOut(1);
    expect(hub.missedSince(1, seen)).toBeNull();
    expect(hub.missedSince(1, hub.latestId)).toEqual([]);
  });

  it('of somebody of whom nothing is kept any more is asked to load again, whatever was left out', () => {
    const { clock, hub } = hubAt(1_000);
    hub.subscribe(1, () => undefined)();
    const seen = hub.latestId;
    clock.time += 11 * MINUTE;
    hub.publish(2, fact(0));
    hub.leaveOut(1);
    expect(hub.missedSince(1, seen)).toBeNull();
  });

  it('before a fact is left out that was not put together for them loads again at once', () => {
    const { hub } = hubAt(1_000);
    expect(hub.isAwaited(1)).toBe(false);
    const got: StreamEvent[] = [];
    hub.subscribe(1, ({ event }) => got.push(event));
    hub.leaveOut(1);
    expect(got).toEqual([{ type: 'reload' }]);
  });

  it('with an id from before a restart, or from nowhere, is asked to load again', () => {
    const before = hubAt(1_000).hub;
    before.publish(1, fact(0));
    const after = hubAt(5_000).hub;
    expect(after.missedSince(1, before.latestId)).toBeNull();
    expect(after.missedSince(1, after.latestId + 1)).toBeNull();
    expect(after.missedSince(1, after.latestId)).toEqual([]);
  });
});
