import { formatRupees, parseRupees } from '../../../shared/money.ts';
import { t } from '../../i18n/translate.ts';

/** Limits of an amount; paise. */
export interface AmountLimits {
  readonly least: number;
  readonly most: number;
  /** Remainder of the day's limit. */
  readonly leftToday?: number;
  /** Balance of the wallet. */
  readonly available?: number;
}

const BEYOND_A_PAISA = /\.\d{3,}\s*$/;

/** An amount as typed in paise; null when it is none, or names a part of a paisa. */
export const amountOf = (text: string): number | null =>
  BEYOND_A_PAISA.test(text) ? null : parseRupees(text);

/** Why an amount as typed cannot be used; null when it can. */
export const amountProblem = (text: string, limits: AmountLimits): string | null => {
  const { least, most, leftToday, available } = limits;
  if (BEYOND_A_PAISA.test(text)) return t('Enter at most two decimals: there is nothing below a paisa');
  const amount = amountOf(text);
  if (amount === null) return t('Enter an amount such as ₹1,000');
  if (amount < least) return t('Enter at least {{amount}}', { amount: formatRupees(least) });
  if (amount > most) return t('Enter at most {{amount}}', { amount: formatRupees(most) });
  if (leftToday !== undefined && amount > leftToday)
    return t('The limit of the day leaves {{amount}}', { amount: formatRupees(leftToday) });
  if (available !== undefined && amount > available)
    return t('Your wallet has {{amount}}', { amount: formatRupees(available) });
  return null;
};
