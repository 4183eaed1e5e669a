import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startTestBackend, type TestBackend } from '../support/test-backend.ts';
import { promqlParts } from './promql.ts';

const FILE = join(import.meta.dirname, '../../docs/operations/grafana-dashboard.json');

const Dashboard = z.object({
  panels: z.array(
    z.object({
      id: z.int(),
      title: z.string().min(1),
      description: z.string().min(1),
      gridPos: z.object({ x: z.int(), y: z.int(), w: z.int(), h: z.int() }),
      targets: z.array(z.object({ refId: z.string(), expr: z.string(), legendFormat: z.string() })).min(1),
    }),
  ),
});
const { panels } = Dashboard.parse(JSON.parse(readFileSync(FILE, 'utf8')));
const expressions = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));

let server: TestBackend;
let text = '';
beforeAll(async () => {
  server = await startTestBackend({ isShared: true, metrics: { port: 0, host: '127.0.0.1' } });
  await server.register('dashboard');
  text = await (await fetch(`http://127.0.0.1:${server.backend.metricsPort}/metrics`)).text();
});
afterAll(() => server.dispose());

/** Every name under which something is exported. */
const exported = (): Set<string> =>
  new Set(
    [...text.matchAll(/^# TYPE (\S+) (\w+)$/gm)].flatMap(([, name = '', type]) =>
      type === 'histogram' ? ['_bucket', '_sum', '_count'].map((suffix) => name + suffix) : [name],
    ),
  );

describe('taking an expression apart', () => {
  it('finds its metrics and labels', () => {
    expect(promqlParts('sum by (le, call) (rate(a_total{outcome=~"x|y"}[5m])) / b')).toEqual({
      metrics: ['a_total', 'b'],
      labels: ['le', 'call', 'outcome'],
    });
  });

  it.each([
    'sum(rate(a[5m])',
    'sum(a))',
    'a{b="c"',
    'rate(a[5 minutes])',
    'sum by (a}',
    'a{b="c}',
    '1 + 1',
    'a ; b',
  ])('refuses %s', (expression) => {
    expect(() => promqlParts(expression)).toThrow(expression);
  });
});

describe('the dashboard', () => {
  it('asks only for what the program exports', () => {
    const names = exported();
    expect(expressions.length).toBeGreaterThan(20);
    expect(
      expressions.flatMap((each) => promqlParts(each).metrics).filter((name) => !names.has(name)),
    ).toEqual([]);
  });

  it('shows all that the program exports', () => {
    const asked = new Set(expressions.flatMap((each) => promqlParts(each).metrics));
    const named = [...text.matchAll(/^# TYPE (\S+) /gm)].map(([, name = '']) => name);
    expect(named.filter((name) => !asked.has(name) && !asked.has(`${name}_bucket`))).toEqual([]);
  });

  it('asks by labels that are there; `instance` is the scraper’s', () => {
    const known = new Set([...text.matchAll(/(\w+)="/g)].map(([, label]) => label)).add('instance');
    expect(
      expressions.flatMap((each) => promqlParts(each).labels).filter((label) => !known.has(label)),
    ).toEqual([]);
  });

  it('has a place of its own for each panel', () => {
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, at) => `${x + (at % w)} ${y + Math.floor(at / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
    expect(Math.max(...panels.map(({ gridPos: { x, w } }) => x + w))).toBeLessThanOrEqual(24);
  });
});
