import { expect, test } from 'vitest';
import type { InstrumentHolding } from '../../../shared/contract/baskets.ts';
import { heldInstrument } from '../../test-harness/basket-samples.ts';
import { rowsOnPaper } from '../../test-harness/paper.ts';
import { holdingsDocument } from './holdings-document.ts';

const AS_OF = Date.parse('2026-11-20T10:00:00+05:30');

const part = {
  strategyId: 5,
  kind: 'strategy',
  basketId: null,
  mode: 'test',
  source: 'simulated',
  quantity: 25,
  averagePrice: 87_005,
  value: 22_002_50,
  pnl: 251_25,
  chargesToCome: 30_60,
} as const;

const paperOf = (...rows: InstrumentHolding[]): string => holdingsDocument(rows, AS_OF, 'Asha & Sons').html;

test('every instrument stands there with who holds it, and the last row adds them up to the paisa', () => {
  const rows = rowsOnPaper(
    paperOf(
      heldInstrument({
        parts: [
          { ...part, name: 'Bank <Five>' },
          { ...part, name: 'Swing' },
        ],
      }),
      heldInstrument({
        symbol: 'ITC',
        name: 'ITC Limited',
        quantity: 7,
        averagePrice: 30_001,
        ltp: null,
        value: 2_100_07,
        pnl: -600_55,
        chargesToCome: 0,
      }),
    ),
  );
  expect(rows).toEqual([
    [
      'SBIN · State Bank of India',
      'Bank &lt;Five&gt;, Swing',
      'simulated market',
      '50',
      '870.05',
      '880.10',
      '₹44,005.00',
      '+₹502.50',
      '₹61.20',
    ],
    ['ITC · ITC Limited', '', 'simulated market', '7', '300.01', '–', '₹2,100.07', '−₹600.55', '₹0.00'],
    ['All of them', '', '', '', '', '', '₹46,105.07', '−₹98.05', '₹61.20'],
  ]);
});

test('real money comes first, and what two modes or two markets hold is never added', () => {
  const html = paperOf(
    heldInstrument({ value: 1_00 }),
    heldInstrument({ source: 'broker', value: 10_00 }),
    heldInstrument({ mode: 'live', source: 'broker', value: 1_000_00 }),
  );
  const totals = rowsOnPaper(html).filter(([first]) => first === 'All of them');
  expect(totals.map((cells) => cells[6])).toEqual(['₹1,000.00', '₹1.00', '₹10.00']);
  expect([...html.matchAll(/<h2>([^<]*)</g)].map(([, words]) => words)).toEqual([
    'With real money',
    'Paper money',
    'Paper money',
  ]);
});

test('the head says whose it is and of when, and paper money is called so', () => {
  const test = paperOf(heldInstrument());
  expect(test).toContain('<span>Asha &amp; Sons</span>');
  expect(test).toContain('Updated 20-11-2026, 10:00:00');
  expect(test).toContain('was bought with paper money');
  expect(paperOf(heldInstrument({ mode: 'live', source: 'broker' }))).not.toContain('paper money');
});
