import { expect, it } from 'vitest';
import { Counter, exposition, gauge, gaugeBy, Histogram } from './exposition.ts';

it('writes counters and gauges with their help and type', () => {
  const counter = new Counter('things_total', 'Things so far.');
  counter.add(2);
  expect(
    exposition([
      counter,
      gauge('waiting', 'Things that wait.', () => 1.5),
      gaugeBy('by', 'By kind.', 'kind', { a: 0 }),
    ]),
  ).toBe(
    '# HELP things_total Things so far.\n# TYPE things_total counter\nthings_total 2\n' +
      '# HELP waiting Things that wait.\n# TYPE waiting gauge\nwaiting 1.5\n' +
      '# HELP by By kind.\n# TYPE by gauge\nby{kind="a"} 0\n',
  );
});

it('counts by label, and escapes what a label holds', () => {
  const counter = new Counter('things_total', 'Things.', { isLabelled: true });
  counter.add(1, { kind: 'a"b\\c\nd' });
  counter.add(1, { kind: 'e' });
  counter.add(1, { kind: 'e' });
  expect(exposition([counter]).split('\n').slice(2)).toEqual([
    'things_total{kind="a\\"b\\\\c\\nd"} 1',
    'things_total{kind="e"} 2',
    '',
  ]);
});

it('adds the buckets of a histogram up, and counts what is above them all', () => {
  const histogram = new Histogram('call_seconds', 'Duration.');
  for (const seconds of [0.001, 0.002, 0.3, 60]) histogram.observe(seconds, { call: 'a' });
  const lines = exposition([histogram]).split('\n');
  expect(lines).toContain('call_seconds_bucket{call="a",le="0.001"} 1');
  expect(lines).toContain('call_seconds_bucket{call="a",le="0.0025"} 2');
  expect(lines).toContain('call_seconds_bucket{call="a",le="0.25"} 2');
  expect(lines).toContain('call_seconds_bucket{call="a",le="0.5"} 3');
  expect(lines).toContain('call_seconds_bucket{call="a",le="10"} 3');
  expect(lines).toContain('call_seconds_bucket{call="a",le="+Inf"} 4');
  expect(lines).toContain('call_seconds_sum{call="a"} 60.303');
  expect(lines).toContain('call_seconds_count{call="a"} 4');
});
