import { Reply } from '../../../shared/contract/endpoint.ts';
import { formatRupees } from '../../../shared/money.ts';
import { pricesOn } from '../../billing/price-list.ts';
import { requireProof } from '../../credentials/proofs.ts';
import { onceInLedger } from '../../ledger/once.ts';
import { maskEmail, maskName, maskPhone } from '../../masked-person.ts';
import { isNobody, type LeftSoFar, leftToday, needsProof, reachedBy, requireParties } from './queries.ts';
import { requireLeftToday, requireWithin } from './wallet-rules.ts';
import type { WalletCalls, WalletParts } from './wallet-deps.ts';

/** The masked name of the recipient of a transfer. */
export const findRecipient =
  (deps: WalletParts): WalletCalls['findRecipient'] =>
  async (input, { userId }) => {
    const { clock, lookups } = deps;
    const { read } = deps.database;
    lookups.count(userId, input.to, clock.now());
    const { recipient } = await requireParties(read, userId, input.to, clock.now());
    const { fullName, email, phone } = recipient;
    return { name: maskName(fullName), phone: maskPhone(phone), email: maskEmail(email) };
  };

/** Sends money to another user. */
export const transferMoney =
  (deps: WalletParts): WalletCalls['transfer'] =>
  async (input, context) => {
    const { database, clock, ledger, notify, logActivity, lookups } = deps;
    const { userId } = context;
    const { amount, note } = input;
    const list = pricesOn(clock.now());
    requireWithin(amount, list.transfer.least, list.transfer.mostADay);
    const reached = await reachedBy(database.read, input.to);
    return onceInLedger(deps, context, reached, async (tx, { key }) => {
      const now = clock.now();
      lookups.count(userId, input.to, now);
      const { recipient, senderName, isKnown, ...before } = await requireParties(
        tx.query,
        userId,
        input.to,
        now,
      );
      // Somebody who has registered since, in this very moment: found at the next try.
      if (!reached.includes(recipient.id)) throw isNobody();
      const requireDay = async (soFar: LeftSoFar): Promise<void> => {
        requireLeftToday(amount, Math.max(0, list.transfer.mostADay - soFar.sentToday), 'send');
        if (needsProof(soFar, amount, isKnown)) await requireProof(tx.query, clock, context);
      };
      await requireDay(before);
      const { reference, balances } = await ledger.post(tx, {
        userId,
        key,
        kind: 'transfer',
        note,
        postings: [
          { userId, account: 'available', amount: -amount, kind: 'sent', counterpartyId: recipient.id },
          { userId: recipient.id, account: 'available', amount, kind: 'received', counterpartyId: userId },
        ],
      });
      const { sentToday, withdrawnToday } = await leftToday(tx.query, userId, now);
      await requireDay({ sentToday: sentToday - amount, withdrawnToday });
      const to = maskName(recipient.fullName);
      await notify(tx, recipient.id, 'wallet', {
        title: `${formatRupees(amount)} received`,
        body: `From ${maskName(senderName)} (${reference}).`,
        link: '/wallet-history',
      });
      const text = `Sent ${formatRupees(amount)} to ${to} (${reference}).`;
      await logActivity(tx, userId, 'payment', text);
      return new Reply({ reference, available: balances[0] ?? 0, to }, text);
    });
  };
