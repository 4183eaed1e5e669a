import { expect, it } from 'vitest';
import type { Protection } from '../../engine/protection.ts';
import { inHindi } from '../../shared/server-text/hindi.ts';
import type { KeptAction } from '../market/corporate-actions/kept-actions.ts';
import { carriedText, carriedTitle, orderText } from './carried-text.ts';

const kept = (kind: 'split' | 'rights' | 'demerger'): KeptAction => ({
  day: '2024-10-25',
  purpose: 'Bonus 1:2',
  action:
    kind === 'split'
      ? { kind, from: 10_00, to: 2_00 }
      : kind === 'rights'
        ? { kind, offered: 1, held: 4, price: 5_00 }
        : { kind },
});
const PROTECTION: Protection = {
  side: 'long',
  entryPrice: 100_00,
  ...{ tickSize: 5, stopLoss: 90_00, target: 120_00, partialExits: [] },
  ...{ trailingStop: null, trailingDistance: null, best: 100_00 },
};
const LEVELS = { before: PROTECTION, after: PROTECTION, stop: 90_00 };
const LATE = Date.parse('2024-10-28T09:15:00+05:30');

it.each([
  carriedText('ITC', kept('split'), { before: 5, after: 7, cost: 1, fraction: 0.5, payout: 2 }, LEVELS, LATE),
  carriedText('ITC', kept('rights'), { before: 5, after: 5, cost: 1, fraction: 0, payout: 2 }, LEVELS, 0),
  carriedText('ITC', kept('demerger'), { before: 5, after: 5, cost: 1, fraction: 0, payout: 0 }, LEVELS, 0),
  carriedText('ITC', kept('split'), { before: 5, after: 0, cost: 1, fraction: 0.5, payout: 2 }, LEVELS, 0),
  carriedTitle('ITC', kept('split')),
  carriedTitle('ITC', kept('demerger')),
  `The order to buy ITC was changed. ${orderText(kept('split'), 5, 7)}.`,
])('is told in Hindi: %s', (text) => {
  // Purposes are worded by the exchange, symbols are names.
  const left = inHindi(text).replaceAll('Bonus 1:2', '').replaceAll('ITC', '');
  expect(left).not.toMatch(/[a-z]/i);
});
