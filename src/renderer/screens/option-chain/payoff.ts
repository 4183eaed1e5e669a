import { useEffect, useState } from 'react';
import { api } from '../../api/api.ts';
import type { Payoff } from '../../features/options/payoff-type.ts';
import { createPaneResource } from '../../state/resource.ts';
import { useLastKnown } from '../../state/use-last-known.ts';
import type { PickedLeg } from '../../features/options/picked-legs.ts';
import type { Leg } from './legs.ts';

export type LegFigures = Payoff['legs'][number];

/** A change that is tried out: percent of the price, points of volatility, calendar days. */
export interface WhatIf {
  readonly pricePercent: number;
  readonly volatilityPoints: number;
  readonly days: number;
}
export const NO_CHANGE: WhatIf = { pricePercent: 0, volatilityPoints: 0, days: 0 };

const payoff = createPaneResource(
  ({ legs, whatIf }: { legs: readonly PickedLeg[]; whatIf: WhatIf }) =>
    api.options.payoff({
      legs: legs.map(({ symbol, side, lots, price }) => ({ symbol, side, lots, price })),
      whatIf,
    }),
  { isQuiet: true },
);

const REFRESH_MS = 2_000;
/** A slider that moves asks when it rests for a moment. */
const REST_MS = 80;

/** React hook: the payoff of legs, asked for anew as prices move. The last one stays until the next is there. */
export const usePayoff = (legs: readonly Leg[], whatIf: WhatIf) => {
  const here = payoff.useHere();
  const { value, ...state } = here.use();
  const hasLegs = legs.length > 0;
  useEffect(() => {
    if (!hasLegs) return;
    const first = setTimeout(() => void here.load({ legs, whatIf }), REST_MS);
    const timer = setInterval(() => void here.reload(), REFRESH_MS);
    return () => {
      clearTimeout(first);
      clearInterval(timer);
    };
  }, [here, hasLegs, legs, whatIf]);
  const known = useLastKnown(value);
  return {
    ...state,
    payoff: hasLegs ? known : null,
    retry: () => void here.load({ legs, whatIf }),
  };
};

/** React hook: what is tried out, and how to change a part of it. */
export const useWhatIf = () => {
  const [whatIf, setWhatIf] = useState(NO_CHANGE);
  return {
    whatIf,
    change: (part: Partial<WhatIf>) => setWhatIf((before) => ({ ...before, ...part })),
  };
};

/** Figures of a leg in an answer; null while the answer is of other legs. */
export const figuresOfLeg = (payoff: Payoff | null, leg: Leg, index: number): LegFigures | null => {
  const found = payoff?.legs[index];
  if (found?.symbol !== leg.symbol) return null;
  return found.units === (leg.side === 'buy' ? 1 : -1) * leg.lots * found.lotSize ? found : null;
};
