import { useMemo } from 'react';
import { formatPrice } from '../../../shared/money.ts';
import { MOST_LEGS } from '../../../shared/option-structures.ts';
import { t } from '../../i18n/translate.ts';
import { useUrlSearch } from '../../state/url-search.ts';
import { announce } from '../../ui/announcer.tsx';
import { notify } from '../../ui/toasts.tsx';
import { tradeText } from './leg-text.ts';
import { type Leg, legsOf, legsText, type PickedLeg, type Side, withPick } from './legs.ts';
import { type ChainOption, optionChainSearch } from './option-chain.ts';

/** Legs on the underlying that is looked at, and what can be done with them. */
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

/** React hook: the legs that the address has. Those on another underlying stay in it. */
export const useLegs = (underlying: string): Legs => {
  const [{ legs: text }, setSearch] = useUrlSearch(optionChainSearch);
  const all = useMemo(() => legsOf(text), [text]);
  const legs = useMemo(() => all.filter((leg) => leg.underlying === underlying), [all, underlying]);
  return useMemo(() => {
    const others = all.filter((leg) => leg.underlying !== underlying);
    const textOf = (own: readonly PickedLeg[]) => legsText([...others, ...own]);
    const keep = (own: readonly PickedLeg[]) => setSearch({ legs: textOf(own) }, { replace: true });
    return {
      legs,
      pick: (option, side) => {
        const { symbol } = option;
        const [leg] = legsOf(
          legsText([{ symbol, side, lots: 1, price: side === 'buy' ? option.ask : option.bid }]),
        );
        const next = leg && withPick(legs, leg);
        if (!leg || !next) {
          notify({
            tone: 'failure',
            message: t('A structure has at most {{most}} legs.', { most: MOST_LEGS }),
          });
          return;
        }
        keep(next);
        announce(
          t('{{trade}} at {{price}}. Legs: {{total}}.', {
            trade: tradeText(side, leg),
            price: formatPrice(leg.price),
            total: next.length,
          }),
        );
      },
      change: (index, patch) => keep(legs.map((leg, at) => (at === index ? { ...leg, ...patch } : leg))),
      remove: (index) => keep(legs.filter((_, at) => at !== index)),
      clear: () => keep([]),
      fill: (own) => setSearch({ legs: textOf(own), view: 'payoff' }),
    };
  }, [all, legs, underlying, setSearch]);
};
