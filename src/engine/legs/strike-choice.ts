import { fail, type Result, succeed } from '../../shared/failure.ts';
import type { StrikeRule } from '../../shared/leg-document.ts';
import { formatPrice, PAISE_PER_RUPEE } from '../../shared/money.ts';
import type { OptionRight } from '../options/black76.ts';
import { nearestStrike } from '../options/chain.ts';

/** Options of one expiry at the moment of a choice. Prices in paise; null where there is none. */
export interface StrikeView {
  /** Listed strikes, ascending. */
  readonly strikes: readonly number[];
  /** Spot or forward, as the document says. */
  readonly underlying: number;
  readonly premiumOf: (right: OptionRight, strike: number) => number | null;
  readonly deltaOf: (right: OptionRight, strike: number) => number | null;
}

const refused = (sentence: string): Result<number> => fail('refused', sentence);

/** Strikes with a figure of their option, of those that have one. */
const withFigure = (
  { strikes }: StrikeView,
  figureOf: (strike: number) => number | null,
): { readonly strike: number; readonly figure: number }[] =>
  strikes.flatMap((strike) => {
    const figure = figureOf(strike);
    return figure === null ? [] : [{ strike, figure }];
  });

/** Strike whose figure is nearest. Of two the one listed first; null of none. */
const nearestFigure = (
  candidates: readonly { readonly strike: number; readonly figure: number }[],
  wanted: number,
): number | null => {
  let best: { strike: number; away: number } | null = null;
  for (const { strike, figure } of candidates) {
    const away = Math.abs(figure - wanted);
    if (best === null || away < best.away) best = { strike, away };
  }
  return best?.strike ?? null;
};

/** Price of the straddle at the money; null without both premiums. */
const straddleOf = ({ premiumOf }: StrikeView, strike: number): number | null => {
  const [call, put] = [premiumOf('call', strike), premiumOf('put', strike)];
  return call === null || put === null ? null : call + put;
};

/** Strike nearest to a price above (calls) or below (puts) the underlying. */
const away = (view: StrikeView, right: OptionRight, distance: number): number | null =>
  nearestStrike(view.strikes, view.underlying + (right === 'call' ? distance : -distance));

/**
 * Strike of a leg. At the money is the listed strike nearest to the underlying, the lower of two that are equally
 * near. Refused, with a sentence, where no listed strike fits.
 */
export const chooseStrike = (
  rule: StrikeRule,
  right: OptionRight,
  side: 'buy' | 'sell',
  view: StrikeView,
): Result<number> => {
  const middle = nearestStrike(view.strikes, view.underlying);
  if (middle === null) return refused('No strikes are listed.');
  const found = (strike: number | null, why: string): Result<number> =>
    strike === null ? refused(why) : succeed(strike);
  const premiums = () => withFigure(view, (strike) => view.premiumOf(right, strike));
  switch (rule.by) {
    case 'at-the-money': {
      const steps = right === 'call' ? rule.steps : -rule.steps;
      const strike = view.strikes[view.strikes.indexOf(middle) + steps];
      return found(strike ?? null, `No strike is listed ${Math.abs(rule.steps)} steps from the money.`);
    }
    case 'premium': {
      const wanted = rule.rupees * PAISE_PER_RUPEE;
      const fits = premiums().filter(
        ({ figure }) =>
          rule.choose === 'nearest' || (rule.choose === 'at-least' ? figure >= wanted : figure <= wanted),
      );
      return found(nearestFigure(fits, wanted), `No option has a premium of ${formatPrice(wanted)}.`);
    }
    case 'premium-range': {
      const [from, to] = [rule.from * PAISE_PER_RUPEE, rule.to * PAISE_PER_RUPEE];
      const fits = premiums().filter(({ figure }) => figure >= from && figure <= to);
      return found(
        nearestFigure(fits, side === 'sell' ? to : from),
        `No option has a premium between ${formatPrice(from)} and ${formatPrice(to)}.`,
      );
    }
    case 'delta': {
      const deltas = withFigure(view, (strike) => view.deltaOf(right, strike));
      const absolute = deltas.map(({ strike, figure }) => ({ strike, figure: Math.abs(figure) }));
      return found(nearestFigure(absolute, rule.delta), 'No option has a delta: none has a price.');
    }
    case 'percent-away':
      return succeed(away(view, right, (view.underlying * rule.percent) / 100) ?? middle);
    case 'straddle-premium': {
      const straddle = straddleOf(view, middle);
      const wanted = straddle === null ? null : (straddle * rule.percent) / 100;
      return found(
        wanted === null ? null : nearestFigure(premiums(), wanted),
        'The straddle at the money has no price.',
      );
    }
    case 'straddle-width': {
      const straddle = straddleOf(view, middle);
      return found(
        straddle === null ? null : away(view, right, straddle * rule.times),
        'The straddle at the money has no price.',
      );
    }
  }
};
