import { chooseExpiry } from '../../../engine/legs/contract-choice.ts';
import { contractOf, type OptionContract } from '../../../engine/contracts/contract.ts';
import { EXPIRY_CHOICES, LEG_LIMITS } from '../../../shared/leg-document.ts';
import { formatCount } from '../../../shared/money.ts';
import { Refusal } from '../../refusal.ts';
import { chosenExpiry, figuresOfExpiry, requireOptions, type UserOptions } from './option-market.ts';
import type { OptionsCalls, OptionsDeps } from './options-deps.ts';
import { notAnOption, underlyingOf } from './payoff-legs.ts';

const optionOf = (symbol: string): OptionContract => {
  const contract = contractOf(symbol);
  if (contract?.kind === 'option') return contract;
  throw notAnOption(symbol);
};

const expiryChoiceOf = ({ underlying, expiries }: UserOptions, expiry: string) => {
  const choice = EXPIRY_CHOICES.find((name) => {
    const chosen = chooseExpiry(name, underlying, expiries);
    return chosen.ok && chosen.value.day === expiry;
  });
  if (choice) return choice;
  throw new Refusal(
    'refused',
    `A strategy chooses this week, the next, this month or the next. The expiry of ${expiry} is none of these now.`,
  );
};

/** Strikes from the money: above it for a call, below it for a put. */
const stepsOf = (
  { strikes }: UserOptions,
  money: number | null,
  { right, strike }: OptionContract,
  symbol: string,
): number => {
  const middle = strikes.indexOf(money ?? Number.NaN);
  const at = strikes.indexOf(strike);
  if (at < 0 || middle < 0)
    throw new Refusal('refused', `${symbol} is not listed. There is no such strike in this expiry.`);
  const steps = right === 'call' ? at - middle : middle - at;
  if (Math.abs(steps) <= LEG_LIMITS.steps) return steps;
  throw new Refusal(
    'refused',
    `${symbol} is ${formatCount(Math.abs(steps))} strikes from the money. A strategy takes at most ${LEG_LIMITS.steps}.`,
  );
};

/** Rules that choose given legs now: their side, lots, expiry and strikes from the money. */
export const rulesOfLegs =
  (deps: OptionsDeps): OptionsCalls['rulesOf'] =>
  ({ legs }, { userId }) => {
    const market = requireOptions(deps, userId, underlyingOf(legs));
    const { underlying, expiries } = market;
    /** The money of an expiry is its forward's, as on the chain. */
    const money = new Map<string, number | null>();
    const moneyOf = (expiry: string): number | null => {
      const known = money.get(expiry);
      if (known !== undefined) return known;
      const { atTheMoney } = figuresOfExpiry(market, chosenExpiry(expiries, underlying, expiry));
      money.set(expiry, atTheMoney);
      return atTheMoney;
    };
    return {
      underlying,
      legs: legs.map(({ symbol, side, lots }) => {
        const contract = optionOf(symbol);
        const expiry = expiryChoiceOf(market, contract.expiry);
        const steps = stepsOf(market, moneyOf(contract.expiry), contract, symbol);
        return { side, kind: contract.right, lots, expiry, steps };
      }),
    };
  };
