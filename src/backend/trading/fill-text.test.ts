import { describe, expect, it } from 'vitest';
import { FILL_PURPOSES, type FillComparison } from '../../shared/contract/fill-comparison.ts';
import { type EndedOrder, fillFigures } from './fill-figures.ts';
import { fillNotes, fillSummary } from './fill-text.ts';

/** Orders of ₹1,000 each, filled so many paise a share worse. */
const orders = (count: number, worse: number): EndedOrder[] =>
  Array.from({ length: count }, () => ({
    side: 'buy',
    quantity: 10,
    filledQuantity: 10,
    filledValue: 10 * (10_000 + worse),
    decisionPrice: 10_000,
    decidedAt: 0,
    lastFillAt: 0,
    charges: 0,
  }));

const comparison = (
  sides: Partial<Record<(typeof FILL_PURPOSES)[number], readonly [test: EndedOrder[], live: EndedOrder[]]>>,
): FillComparison['purposes'] =>
  FILL_PURPOSES.map((purpose) => {
    const [test, live] = sides[purpose] ?? [[], []];
    return { purpose, test: fillFigures(test), live: fillFigures(live) };
  });

describe('the sentence of a comparison', () => {
  it.each([
    ['nothing live', comparison({ entry: [orders(30, 2), []] }), /^There are no live fills yet\./],
    [
      'few on one side',
      comparison({ entry: [orders(40, 2), orders(19, 5)] }),
      /^19 entries live and 40 on paper: under 20 on one side is too few to tell a difference\.$/,
    ],
    [
      'live worse',
      comparison({ entry: [orders(40, 2), orders(40, 5)] }),
      /^Live entries cost 3\.0 bp more than on paper; over ₹40,0\d\d traded that is ₹12\.01\.$/,
    ],
    [
      'live better',
      comparison({ entry: [orders(40, 5), orders(40, 2)] }),
      /^Live entries cost 3\.0 bp less than on paper; over/,
    ],
    [
      'no difference',
      comparison({ entry: [orders(20, 2), orders(20, 2)] }),
      /^Live entries cost as much as on paper, over/,
    ],
    [
      'no entries on one side',
      comparison({ entry: [orders(40, 5), []], 'square-off': [orders(20, 2), orders(20, 3)] }),
      /^Live square-offs cost 1\.0 bp more than on paper/,
    ],
  ])('with %s', (_name, purposes, words) => {
    expect(fillSummary(purposes)).toMatch(words);
  });
});

describe('what to know before believing it', () => {
  it('is where the test prices are from, what was left out, and what was cut off', () => {
    const unknown = orders(2, 0).map((order) => ({ ...order, decisionPrice: null }));
    const notes = fillNotes('simulated', comparison({ entry: [unknown, []] }), 2_000).join('\n');
    expect(notes).toMatch(/simulated market, whose prices are made up/);
    expect(notes).toMatch(/2 filled orders are left out of slippage/);
    expect(notes).toMatch(/Only the latest 2000 orders/);
    const plain = fillNotes('replay', comparison({}), null).join('\n');
    expect(plain).toMatch(/replayed history, on other days/);
    expect(plain).not.toMatch(/left out|Only the latest/);
  });
});
