import { expect, test } from 'vitest';
import { trade } from '../../test-harness/samples.ts';
import { tradesDocument } from './trades-document.ts';

const said = {
  mode: 'test',
  source: 'simulated',
  holder: 'Asha Rao',
  from: '2026-11-01',
  to: '',
  search: '',
} as const;

test('every trade stands there with its charges, and the last row adds them up to the paisa', () => {
  const trades = [
    trade(1, { gross: 100_05, charges: 12_34, net: 87_71 }),
    trade(2, { gross: -50_10, charges: 9_99, net: -60_09, strategyName: '<b>Fade</b> & "co"' }),
  ];
  const { html, name } = tradesDocument(trades, said);
  expect(name).toBe('trades-paper-2026-11-01-days');
  expect(html.match(/<tr/g)).toHaveLength(1 + trades.length + 1);
  const [total = ''] = /<tr class="total">[^]*?<\/tr>/.exec(html) ?? [];
  expect([...total.matchAll(/₹[\d.,]+/g)].map(([text]) => text)).toEqual(['₹49.95', '₹22.33', '₹27.62']);
  expect(html).toContain('&lt;b&gt;Fade&lt;/b&gt; &amp; &quot;co&quot;');
  expect(html).not.toContain('<b>');
});

test('paper of test trades says so, that of live ones does not', () => {
  expect(tradesDocument([], said).html).toContain('no real money was made or lost');
  expect(tradesDocument([], { ...said, mode: 'live', source: 'broker' }).html).not.toContain('no real money');
});
