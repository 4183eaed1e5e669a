import type { PLAN_KINDS, Purchase, SUBSCRIPTION_STATES } from '../../shared/contract/subscription.ts';
import type { DESIGNATIONS } from '../../shared/contract/team.ts';
import type { WalletName, WALLETS, WITHDRAWAL_STATES } from '../../shared/contract/wallet.ts';
import { formatRupees, formatRupeesChange } from '../../shared/money.ts';
import { t, labels } from './translate.ts';

/** The contract's numbers and names, checked by their literal types. */
export const WALLET_IDS: typeof WALLETS = { main: 0, held: 1, reward: 2, usdt: 3 };
export const DESIGNATION_NAMES: typeof DESIGNATIONS = [
  'Associate',
  'Bronze',
  'Silver',
  'Gold',
  'Platinum',
  'Diamond',
];
/** The same in the language of the window. */
export const DESIGNATION_LABELS: Readonly<Record<(typeof DESIGNATIONS)[number], string>> = labels({
  Associate: 'Associate',
  Bronze: 'Bronze',
  Silver: 'Silver',
  Gold: 'Gold',
  Platinum: 'Platinum',
  Diamond: 'Diamond',
});
export const designationName = (level: number): string => {
  const name = DESIGNATION_NAMES[level];
  return name === undefined ? t('Level {{level}}', { level }) : DESIGNATION_LABELS[name];
};

export const WALLET_LABELS: Readonly<Record<WalletName, string>> = labels(
  {
    main: 'Main',
    held: 'On hold',
    reward: 'Reward',
    usdt: 'USDT',
  },
  { context: 'wallet' },
);

export const WITHDRAWAL_LABELS: Readonly<Record<(typeof WITHDRAWAL_STATES)[number], string>> = labels({
  held: 'On its way',
  settled: 'Paid out',
  returned: 'Returned',
});
export const WITHDRAWAL_TONES = { held: 'neutral', settled: 'good', returned: 'warning' } as const;

export const SUBSCRIPTION_LABELS: Readonly<Record<(typeof SUBSCRIPTION_STATES)[number], string>> = labels({
  active: 'Active',
  grace: 'Payment due',
  ended: 'Ended',
  cancelled: 'Cancelled',
});
export const SUBSCRIPTION_TONES = {
  active: 'good',
  grace: 'warning',
  ended: 'neutral',
  cancelled: 'neutral',
} as const;

export const PLAN_KIND_LABELS: Readonly<Record<(typeof PLAN_KINDS)[number], string>> = labels({
  backtest: 'Backtests',
  trade: 'Live trading',
  advisor: 'Advisor',
});

export const PURCHASE_LABELS: Readonly<Record<Purchase['state'], string>> = labels({
  paid: 'Paid',
  failed: 'Failed',
  refunded: 'Refunded',
});
export const PURCHASE_TONES = { paid: 'good', failed: 'bad', refunded: 'neutral' } as const;

const USDT_DIGITS = 6;

/** Millionths of a USDT as text, without rounding: `12.50 USDT`, `0.000001 USDT`. */
export const formatUsdt = (millionths: number): string => {
  const digits = String(Math.abs(millionths)).padStart(USDT_DIGITS + 1, '0');
  const fraction = digits.slice(-USDT_DIGITS).replace(/0{1,4}$/, '');
  const sign = millionths < 0 ? '−' : '';
  return `${sign}${digits.slice(0, -USDT_DIGITS)}.${fraction} USDT`;
};

/** An amount of a wallet in its own unit: `₹1,234.50`, `12.50 USDT`. */
export const walletAmount = (wallet: WalletName, amount: number): string =>
  wallet === 'usdt' ? formatUsdt(amount) : formatRupees(amount);

/** The same with its sign: `+₹1,234.50`, `−12.50 USDT`. */
export const walletChange = (wallet: WalletName, amount: number): string => {
  if (wallet !== 'usdt') return formatRupeesChange(amount);
  return amount > 0 ? `+${formatUsdt(amount)}` : formatUsdt(amount);
};

/** Said wherever the built-in payment provider stands in for a real one. */
export const sandboxSentence = (): string => t('This is the built-in payment sandbox: no real money moves.');
