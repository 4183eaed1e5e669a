import { formatRupees } from '../../../shared/money.ts';
import { istDateTimeText } from '../../../shared/time.ts';
import { Refusal } from '../../refusal.ts';

/** Facts that decide whether a user may withdraw; times in epoch ms. */
export interface WithdrawalStatus {
  readonly hasAadhaar: boolean;
  readonly hasPan: boolean;
  readonly hasBank: boolean;
  /** After a change of the bank account. */
  readonly heldUntil: number | null;
}

/** Why nothing can be withdrawn now, as a sentence; null when it can. */
export const withdrawRefusal = (status: WithdrawalStatus, now: number): string | null => {
  const { hasAadhaar, hasPan, hasBank, heldUntil } = status;
  if (!hasAadhaar && !hasPan) return 'Verify your Aadhaar and PAN in your profile before you withdraw.';
  if (!hasAadhaar) return 'Verify your Aadhaar in your profile before you withdraw.';
  if (!hasPan) return 'Verify your PAN in your profile before you withdraw.';
  if (!hasBank) return 'Add your bank account in your profile before you withdraw.';
  if (heldUntil !== null && heldUntil > now)
    return `Your bank account was changed, so withdrawals rest until ${istDateTimeText(heldUntil)}.`;
  return null;
};

/** @throws Refusal `invalid` when an amount (paise) is beyond what one call may move. */
export const requireWithin = (amount: number, least: number, most: number): void => {
  const why =
    amount < least
      ? `must be at least ${formatRupees(least)}`
      : amount > most
        ? `must be at most ${formatRupees(most)}`
        : null;
  if (why !== null) throw new Refusal('invalid', `The amount ${why}.`, { fields: { amount: why } });
};

/** @throws Refusal `refused` when the day's limit leaves less than the amount (paise). */
export const requireLeftToday = (amount: number, left: number, what: string): void => {
  if (amount > left)
    throw new Refusal(
      'refused',
      `Today you can still ${what} ${formatRupees(left)}; the limit is for each day.`,
    );
};

/** A recipient's name as typed, in each form it is stored in. */
export const recipientNames = (to: string): { email: string; phone: string; referralCode: string } => {
  const text = to.trim();
  return {
    email: text.toLowerCase(),
    phone: text.replaceAll(/[\s-]/g, '').replace(/^(?:\+91|0)(?=\d{10}$)/, ''),
    referralCode: text.toUpperCase(),
  };
};
