/** Accounts that each user has; none of them is ever below zero. */
export const USER_ACCOUNTS = ['available', 'held', 'reward', 'credit', 'usdt'] as const;
export type UserAccount = (typeof USER_ACCOUNTS)[number];

/**
 * Accounts of the house. What comes in from outside leaves a clearing account below zero: it stands for money that
 * lies at the payment provider or the bank.
 */
export const HOUSE_ACCOUNTS = [
  'upi-clearing',
  'bank-clearing',
  /** Earned, net of GST. */
  'fees',
  /** GST taken for the state. */
  'gst',
  /** Paid out to referrers. */
  'rewards',
  /** Credit given beyond what was paid for it. */
  'promotions',
  'usdt-clearing',
] as const;
export type HouseAccount = (typeof HOUSE_ACCOUNTS)[number];

export type AccountKind = UserAccount | HouseAccount;

/** Rupee accounts hold paise, the others millionths of a USDT. */
export const currencyOf = (kind: AccountKind): 'INR' | 'USDT' =>
  kind === 'usdt' || kind === 'usdt-clearing' ? 'USDT' : 'INR';
