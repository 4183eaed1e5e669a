import { expect, test } from 'vitest';
import { paymentTexts } from './payment-labels.ts';

test('credit pays when it covers the price, without GST; else the wallet pays both', () => {
  expect(paymentTexts(29_900, 5_382, 29_900)).toEqual({
    action: 'Pay ₹299.00 of credit',
    sentence: 'Takes ₹299.00 of your credit, on which GST was paid when it was bought.',
  });
  expect(paymentTexts(29_900, 5_382, 29_899)).toEqual({
    action: 'Pay ₹352.82',
    sentence: 'Takes ₹299.00 + ₹53.82 GST from your wallet.',
  });
  expect(paymentTexts(29_900, 5_382, null).action).toBe('Pay ₹352.82');
});
