import fc from 'fast-check';
import { expect, it } from 'vitest';
import { GST_STATES } from '../../shared/gst-states.ts';
import { gstOn, splitGst } from './gst.ts';
import { pricesOn } from './price-list.ts';

const state = fc.constantFrom(...Object.keys(GST_STATES));

it('splits every amount into parts that sum to the whole, halves not more than a paisa apart', () => {
  fc.assert(
    fc.property(fc.nat({ max: 10_000_000_00 }), state, state, (taxable, seller, buyer) => {
      const gst = gstOn(taxable, 18);
      const { cgst, sgst, igst } = splitGst(gst, seller, buyer);
      expect(cgst + sgst + igst).toBe(gst);
      expect(Math.abs(gst * 100 - taxable * 18)).toBeLessThanOrEqual(50);
      if (seller === buyer) expect([igst, cgst - sgst === 0 || cgst - sgst === 1]).toEqual([0, true]);
      else expect([cgst, sgst]).toEqual([0, 0]);
    }),
  );
});

it.each([
  ['of the same state', '27', { cgst: 4_491, sgst: 4_491, igst: 0 }],
  ['of another state', '29', { cgst: 0, sgst: 0, igst: 8_982 }],
  ['who has told no state', '', { cgst: 4_491, sgst: 4_491, igst: 0 }],
  ['whose state is none', '99', { cgst: 4_491, sgst: 4_491, igst: 0 }],
])('the tax on ₹499.00 for a buyer %s', (_who, buyer, parts) => {
  expect(splitGst(gstOn(499_00, 18), '27', buyer)).toEqual(parts);
});

it('an odd paisa goes to the union', () => {
  expect(splitGst(gstOn(50, 18), '27', '27')).toEqual({ cgst: 5, sgst: 4, igst: 0 });
});

it('every price is a whole number of paise, and credit is never less than its price', () => {
  const { plans, topUps, designations } = pricesOn(Date.parse('2026-11-21T00:00:00+05:30'));
  for (const { price, days } of plans) expect([Number.isSafeInteger(price), days > 0]).toEqual([true, true]);
  for (const { price, credit } of topUps) expect(credit).toBeGreaterThanOrEqual(price);
  for (const [place, { direct, members }] of designations.entries())
    expect(members).toBeGreaterThanOrEqual(
      Math.max(direct, place === 0 ? 0 : (designations[place - 1]?.members ?? 0)),
    );
});
