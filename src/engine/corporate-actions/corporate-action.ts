import { PAISE_PER_RUPEE } from '../../shared/money.ts';

/** A change of a share that moves its price. Nobody is richer by it. */
export type CorporateAction =
  /** Shares are cut: `from` and `to` are face values. */
  | { readonly kind: 'split'; readonly from: number; readonly to: number }
  /** So many free shares for so many held. */
  | { readonly kind: 'bonus'; readonly free: number; readonly held: number }
  /** Shares offered for shares held, at a price in paise. */
  | { readonly kind: 'rights'; readonly offered: number; readonly held: number; readonly price: number }
  /** Paise a share. */
  | { readonly kind: 'dividend'; readonly amount: number }
  /** A part leaves the company. Its share of the price is not said. */
  | { readonly kind: 'demerger' };

/** An action and its ex-date, `YYYY-MM-DD`: the first day without what it gives. */
export interface DatedAction {
  readonly day: string;
  readonly action: CorporateAction;
}

const paise = (rupees: string): number => Math.round(Number(rupees.replaceAll(',', '')) * PAISE_PER_RUPEE);
const AMOUNT = String.raw`(?:rs|re|inr|₹)\.?\s*(\d[\d,]*(?:\.\d+)?)`;
/** Words between the kind of an action and its numbers: `Bonus Issue In The Ratio Of 1:1`. No sign of a number. */
const BETWEEN = String.raw`(?:\s+issue)?(?:-|\s+-\s)?\s*(?:in\s+the\s+ratio\s+of\s+)?`;
const SPLIT = new RegExp(String.raw`split[^/]*?(?:from\s+)?${AMOUNT}.*?to\s+${AMOUNT}`, 'i');
const BONUS = new RegExp(String.raw`bonus${BETWEEN}(\d+)\s*:\s*(\d+)`, 'i');
const RIGHTS = new RegExp(String.raw`rights?${BETWEEN}(\d+)\s*:\s*(\d+)(.*)`, 'i');
const PREMIUM = new RegExp(String.raw`premium\s+(?:of\s+)?${AMOUNT}`, 'i');
const PRICE = new RegExp(AMOUNT, 'i');
const DIVIDEND = new RegExp(String.raw`div(?:idend|\b)[^/+&]*?${AMOUNT}`, 'gi');
const DEMERGER = /demerger|de-merger|scheme of arrangement/i;

/** Price of a share that a right offers, paise: a premium over the face value, or the price itself. */
const priceOfRight = (words: string, faceValue: number): number => {
  const premium = PREMIUM.exec(words)?.[1];
  if (premium !== undefined) return faceValue + paise(premium);
  const price = PRICE.exec(words)?.[1];
  return price === undefined ? faceValue : paise(price);
};

const SAYS_RATIO = /split|bonus|rights?\b/i;

/** Whether a purpose speaks of an action with a ratio. One that was not read has numbers that cannot be. */
export const saysRatio = (purpose: string): boolean => SAYS_RATIO.test(purpose) && /\d/.test(purpose);

/**
 * Actions in the purpose of an exchange's notice. `Bonus 1:1` is one, `Interim Dividend - Rs 5 Per Share` another; a
 * purpose that moves no price, such as a meeting, has none.
 * @param faceValue of a share, paise: the price of rights is said as a premium over it
 */
export const actionsOfPurpose = (purpose: string, faceValue: number): CorporateAction[] => {
  const actions: CorporateAction[] = [];
  const split = SPLIT.exec(purpose);
  if (split?.[1] && split[2]) actions.push({ kind: 'split', from: paise(split[1]), to: paise(split[2]) });
  const bonus = BONUS.exec(purpose);
  if (bonus) actions.push({ kind: 'bonus', free: Number(bonus[1]), held: Number(bonus[2]) });
  const rights = RIGHTS.exec(purpose);
  if (rights) {
    const price = priceOfRight(rights[3] ?? '', faceValue);
    actions.push({ kind: 'rights', offered: Number(rights[1]), held: Number(rights[2]), price });
  }
  let amount = 0;
  for (const [, rupees = '0'] of purpose.matchAll(DIVIDEND)) amount += paise(rupees);
  if (amount > 0) actions.push({ kind: 'dividend', amount });
  if (DEMERGER.test(purpose)) actions.push({ kind: 'demerger' });
  return actions.filter(isPossible);
};

/** The largest number of an action: no price or face value was ever so high. */
const MOST = 100_000;
/** The largest ratio: no share was ever cut or given away by so much. */
const MOST_RATIO = 200;
const isCount = (count: number): boolean => count > 0 && count <= MOST;
const isRatio = (over: number, under: number): boolean =>
  over / under <= MOST_RATIO && under / over <= MOST_RATIO;

/** Whether an action has numbers that can be. A split to nothing moves no price. */
const isPossible = (action: CorporateAction): boolean => {
  switch (action.kind) {
    case 'split':
      return (
        isCount(action.from) &&
        isCount(action.to) &&
        action.from !== action.to &&
        isRatio(action.from, action.to)
      );
    case 'bonus':
      return isCount(action.free) && isCount(action.held) && action.free / action.held <= MOST_RATIO;
    case 'rights':
      return (
        isCount(action.offered) &&
        isCount(action.held) &&
        action.price > 0 &&
        action.price <= MOST * PAISE_PER_RUPEE
      );
    case 'dividend':
      return action.amount <= MOST * PAISE_PER_RUPEE;
    case 'demerger':
      return true;
  }
};
