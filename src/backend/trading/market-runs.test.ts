import { expect, it } from 'vitest';
import { EventHub } from '../notices/event-hub.ts';
import { MarketRuns } from './market-runs.ts';

it('whoever’s stream is down for a moment is told to load again when the market has opened or results have come', () => {
  const clock = { time: 1_000_000, now: () => clock.time };
  const hub = new EventHub(clock);
  const runs = new MarketRuns({ sinks: { hub } } as never);
  const leave = hub.subscribe(1, () => undefined);
  const seen = hub.latestId;
  leave();
  clock.time += 1_000;
  runs.askToReload();
  const told = hub.missedSince(1, seen)?.map(({ event }) => event.type) ?? ['reload'];
  expect(told).toContain('reload');
});
