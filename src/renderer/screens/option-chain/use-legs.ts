import { useMemo } from 'react';
import { formatPrice } from '../../../shared/money.ts';
import { MOST_LEGS } from '../../../shared/option-structures.ts';
import { t } from '../../i18n/translate.ts';
import { useUrlSearch } from '../../state/url-search.ts';
import { announce } from '../../ui/announcer.tsx';
import { notify } from '../../ui/toasts.tsx';
import { tradeText } from './leg-text.ts';
import { legsText, type PickedLeg, type Side } from '../../features/options/picked-legs.ts';
import { type Leg, legsOf, withPick } from './legs.ts';
import { type ChainOption, optionChainSearch } from './option-chain.ts';

/** Legs on one underlying, and the ways to change them. */
export interface Legs {
  readonly legs: readonly Leg[];
  /** Buy at the ask or sell at the bid, one lot. */
  readonly pick: (option: ChainOption, side: Side) => void;
  readonly change: (index: number, patch: Partial<PickedLeg>) => void;
  readonly remove: (index: number) => void;
  readonly clear: () => void;
  /** Put these in their place, and show their payoff. */
  readonly fill: (legs: readonly PickedLeg[]) => void;
}

type Change = (own: readonly Leg[]) => readonly PickedLeg[];

/** React hook: the legs that the address has. Those on another underlying stay in it. */
export const useLegs = (underlying: string): Legs => {
  const [{ legs: text }, setSearch] = useUrlSearch(optionChainSearch);
  const legs = useMemo(() => legsOf(text).filter((leg) => leg.underlying === underlying), [text, underlying]);
  return useMemo(() => {
    const changed = (before: string, change: Change): string => {
      const all = legsOf(before);
      const own = all.filter((leg) => leg.underlying === underlying);
      return legsText([...all.filter((leg) => leg.underlying !== underlying), ...change(own)]);
    };
    const keep = (change: Change) =>
      setSearch((before) => ({ legs: changed(before.legs, change) }), { replace: true });
    return {
      legs,
      pick: ({ symbol, ask, bid }, side) => {
        const picked = { symbol, side, lots: 1, price: side === 'buy' ? ask : bid };
        const [leg] = legsOf(legsText([picked]));
        const next = leg && withPick(legs, leg);
        if (!next) {
          notify({
            tone: 'failure',
            message: t('A structure has at most {{most}} legs.', { most: MOST_LEGS }),
          });
          return;
        }
        keep((own) => withPick(own, picked) ?? own);
        announce(
          t('{{trade}} at {{price}}. Legs: {{total}}.', {
            trade: tradeText(side, leg),
            price: formatPrice(leg.price),
            total: next.length,
          }),
        );
      },
      change: (index, patch) =>
        keep((own) => own.map((leg, at) => (at === index ? { ...leg, ...patch } : leg))),
      remove: (index) => keep((own) => own.filter((_, at) => at !== index)),
      clear: () => keep(() => []),
      fill: (filled) => setSearch((before) => ({ legs: changed(before.legs, () => filled), view: 'payoff' })),
    };
  }, [legs, underlying, setSearch]);
};
