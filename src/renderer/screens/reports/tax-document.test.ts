import { expect, test } from 'vitest';
import { taxReportSample } from '../../test-harness/advice-samples.ts';
import { rowsOnPaper } from '../../test-harness/paper.ts';
import { taxDocument } from './tax-document.ts';

const [bucket] = taxReportSample().buckets;
if (!bucket) throw new Error('The sample has a class of income');
const report = taxReportSample({
  buckets: [
    bucket,
    { ...bucket, taxClass: 'speculative', label: 'Speculation', gains: 5, losses: -1_05, net: -1_00 },
  ],
  capitalGains: { shortTerm: -250_75, longTerm: 2_00_000_05, exemption: 1_25_000_00, tax: 9_375_01 },
});

test('classes, gains and carried losses stand there to the paisa', () => {
  const { html, name } = taxDocument(report, 'live', 'Asha Rao');
  expect(name).toBe('tax-live-2026-27');
  expect(rowsOnPaper(html)).toEqual([
    ['Short-term capital gain', '1', '₹780.00', '₹0.00', '+₹780.00', '₹2.00'],
    ['Speculation', '1', '₹0.05', '−₹1.05', '−₹1.00', '₹2.00'],
    ['Short-term gain after losses', '−₹250.75'],
    ['Long-term gain after losses', '+₹2,00,000.05'],
    ['Exempt LTCG', '₹1,25,000.00'],
    ['Tax on capital gains', '₹9,375.01'],
    ['2025-26', 'Short-term capital gain', '₹780.00', '₹240.00', '2033-34'],
  ]);
});

test('a tax that is not worked out is no amount, and without losses no table is left of them', () => {
  const { html } = taxDocument(
    { ...report, losses: [], capitalGains: { ...report.capitalGains, tax: null } },
    'live',
    'Asha Rao',
  );
  expect(rowsOnPaper(html).at(-1)).toEqual(['Tax on capital gains', 'not worked out']);
  expect(html.match(/<table/g)).toHaveLength(2);
});

test('the head says whose it is, of which year and of which trades; notes of the server are text', () => {
  const { html } = taxDocument(
    { ...report, total: 1_234, notes: ['<b>Ask</b> & pay'] },
    'live',
    'Asha & Sons',
  );
  expect(html).toContain('<h1>Tax report 2026-27</h1>');
  expect(html).toContain('<span>Asha &amp; Sons</span>');
  expect(html).toContain('<p>live</p>');
  expect(html).toContain('<p>&lt;b&gt;Ask&lt;/b&gt; &amp; pay</p>');
  expect(html).toContain('1,234 lots, from trades at the broker');
  expect(html).not.toContain('nothing of this was earned');
});

test('the paper of test trades says that nothing is to be taxed', () => {
  const { html, name } = taxDocument(report, 'test', 'Asha Rao');
  expect(name).toBe('tax-paper-2026-27');
  expect(html).toContain('nothing is to be taxed');
});
