import { EXPIRY_CHOICES, type ExpiryChoice, LEG_LIMITS } from '../../../shared/leg-document.ts';

/** A leg whose strike is chosen by its distance from the money. */
export interface LegRule {
  readonly side: 'buy' | 'sell';
  readonly kind: 'call' | 'put';
  readonly lots: number;
  readonly expiry: ExpiryChoice;
  /** Listed strikes out of the money. */
  readonly steps: number;
}

const RULE = /^(buy|sell)\.(call|put)\.(\d{1,4})\.([a-z-]{1,12})\.(-?\d{1,2})$/;

/** Rules of legs for the address of the builder: `sell.call.1.this-week.0`, one after another. */
export const rulesText = (rules: readonly LegRule[]): string =>
  rules.map(({ side, kind, lots, expiry, steps }) => [side, kind, lots, expiry, steps].join('.')).join(',');

const ruleOf = (text: string): LegRule[] => {
  const [, side, kind, lots, expiry, steps] = RULE.exec(text) ?? [];
  const choice = EXPIRY_CHOICES.find((name) => name === expiry);
  const count = Number(lots);
  if (!choice || count < 1 || count > LEG_LIMITS.lots || Math.abs(Number(steps)) > LEG_LIMITS.steps)
    return [];
  return [
    {
      side: side === 'buy' ? 'buy' : 'sell',
      kind: kind === 'call' ? 'call' : 'put',
      lots: count,
      expiry: choice,
      steps: Number(steps),
    },
  ];
};

/** Rules of an address. What is none is left out. */
export const rulesOfText = (text: string): LegRule[] =>
  text.split(',').flatMap(ruleOf).slice(0, LEG_LIMITS.legs);
