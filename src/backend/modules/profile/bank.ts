import type { profile } from '../../../shared/contract/profile.ts';
import type { ParsedOf } from '../../../shared/contract/endpoint.ts';
import { type Answer, Reply } from '../../../shared/contract/endpoint.ts';
import type { MyProfile } from '../../../shared/contract/profile.ts';
import { DAY_MS, istDateTimeText } from '../../../shared/time.ts';
import { Refusal } from '../../refusal.ts';
import { myProfile } from './my-profile.ts';
import type { ProfileDeps } from './profile-deps.ts';

/** Withdrawals rest this long after a change: time to notice that somebody else made it. */
const HOLD_MS = DAY_MS;
const LAST_DIGITS = 4;
/** Route of the desktop that shows it. */
const BANK_TAB = '/profile/bank';

/** Sets the account that withdrawals go to. The first is good at once; a change of it holds withdrawals for a day. */
export const updateBank =
  ({ database, clock, sealer, notify, logActivity }: ProfileDeps) =>
  async (
    input: ParsedOf<(typeof profile)['updateBank']>,
    { userId }: { userId: number },
  ): Promise<Answer<MyProfile>> => {
    const { accountNumber: number, ifsc, accountHolder: holder } = input;
    if (number !== input.accountNumberAgain) {
      const problem = 'is not the same number';
      throw new Refusal('invalid', 'The account number was typed in two ways.', {
        fields: { accountNumberAgain: problem },
      });
    }
    const last4 = number.slice(-LAST_DIGITS);
    const sealed = sealer.seal(number);
    const message = await database.write(userId, async (tx) => {
      const known = await tx.query
        .selectFrom('bank_accounts')
        .select(['number_sealed', 'ifsc', 'holder'])
        .where('user_id', '=', userId)
        .executeTakeFirst();
      const isSame =
        known?.ifsc === ifsc && known.holder === holder && sealer.unseal(known.number_sealed) === number;
      if (isSame) return 'Your bank details are these already.';
      const now = clock.now();
      const heldUntil = known ? now + HOLD_MS : null;
      const details = { number_sealed: sealed, last4, ifsc, holder, changed_at: now, held_until: heldUntil };
      await tx.query
        .insertInto('bank_accounts')
        .values({ user_id: userId, ...details })
        .onConflict((oc) => oc.column('user_id').doUpdateSet(details))
        .execute();
      await logActivity(tx, userId, 'bank', `Set the bank account to the one ending in ${last4}.`);
      const held = heldUntil === null ? null : `Withdrawals rest until ${istDateTimeText(heldUntil)}.`;
      await notify(tx, userId, 'wallet', {
        title: held === null ? 'A bank account was set' : 'Your bank details were changed',
        body: `Money now goes to the account ending in ${last4}.${held === null ? '' : ` ${held}`} If it was not you, change your password and write to support.`,
        link: BANK_TAB,
        isCritical: true,
      });
      if (held === null) return 'Your bank details are saved.';
      return `Your bank details are changed. ${held}`;
    });
    return new Reply(await myProfile(database, userId), message);
  };
