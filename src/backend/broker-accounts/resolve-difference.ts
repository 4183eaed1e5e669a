import type { Updateable } from 'kysely';
import { carryProtection } from '../../engine/corporate-actions/carry-over.ts';
import { contractOf } from '../../engine/contracts/contract.ts';
import { expiryMoment } from '../../engine/contracts/expiry.ts';
import { settlementCharges } from '../../engine/contracts/settlement.ts';
import type { Charges } from '../../engine/charges/charges.ts';
import type { DifferenceResolution } from '../../shared/account-difference.ts';
import { formatRupees } from '../../shared/money.ts';
import { istDate } from '../../shared/time.ts';
import type { Transaction } from '../db/database.ts';
import type { AccountDifferenceRow, PositionRow, Schema, TradeRow } from '../db/schema.ts';
import { Refusal } from '../refusal.ts';
import type { EventSinks } from '../trading/announce.ts';
import { clearUnclosed } from '../trading/attention.ts';
import { bookFill } from '../trading/book-fill.ts';
import { recordCarried } from '../trading/carried-record.ts';
import { restOf, soldParts, tickAt } from '../trading/carry-over.ts';
import type { Fill } from '../trading/fill.ts';
import { applyEvent, intendOrder } from '../trading/order-book.ts';
import type { RunIdentity, TradingTerms } from '../trading/order-path.ts';
import { shownLevels } from '../trading/settle-fill.ts';
import { storedProtection } from '../trading/stored-protection.ts';
import type { LastPrice } from '../market/last-price.ts';
import { endExitIntents, openExitIntents } from './exit-intents.ts';
import type { DifferenceEvidence } from './difference-log.ts';
import { readInstrument } from './held-position.ts';

export interface ResolutionDeps {
  readonly sinks: EventSinks;
  readonly run: RunIdentity;
  readonly now: number;
  readonly termsOf: (strategyId: number) => Promise<TradingTerms>;
  readonly lastPrice: (symbol: string) => LastPrice | null;
  /** Told of every trade that it makes, once that is written. */
  readonly onTrade: (trade: TradeRow) => void;
}

/** The owner's decision about a difference. */
export interface Decision {
  readonly resolution: DifferenceResolution;
  /** At what price the account came to what it holds, paise; needed to take over what was bought or sold there. */
  readonly price: number | null;
}

const positionRow = (tx: Transaction, id: number): Promise<PositionRow> =>
  tx.query.selectFrom('positions').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** Last day of a contract, `YYYY-MM-DD`; null of a share. A holiday may have moved it before the one of its name. */
const lastDayIn = ({ symbol, instrument_json: json }: PositionRow): string | null => {
  const contract = contractOf(symbol);
  if (!contract) return null;
  const listed = readInstrument(json)?.expiry ?? contract.expiry;
  return listed < contract.expiry ? listed : contract.expiry;
};

/** A missing part of an expired contract as it was settled; null of others. No order was charged for it. */
const settlementOf = (row: PositionRow, quantity: number, price: number, now: number): Fill | null => {
  const contract = contractOf(row.symbol);
  const lastDay = lastDayIn(row);
  if (!contract || lastDay === null || expiryMoment(lastDay) > now) return null;
  const at = Math.max(expiryMoment(lastDay), row.opened_at);
  return { quantity, price, at, charges: settlementCharges(contract, row.side, price, quantity, at) };
};

/**
 * Book the missing part of a position as sold by its owner. At the owner's price; the account does not have that part.
 * What has expired was settled, unless the account shows that it was traded.
 */
const bookMissing = async (
  tx: Transaction,
  { sinks, run, now, termsOf, lastPrice, onTrade }: ResolutionDeps,
  difference: AccountDifferenceRow,
  { positionId, missing: quantity }: DifferenceEvidence['positions'][number],
  price: number,
  isTraded: boolean,
): Promise<void> => {
  const row = await positionRow(tx, positionId);
  const settled = isTraded ? null : settlementOf(row, quantity, price, now);
  const how = settled
    ? ({ purpose: 'settlement', reason: 'Settled at expiry' } as const)
    : ({ purpose: 'exit', reason: 'Traded by you at the broker' } as const);
  const { order } = await intendOrder(tx, sinks.hub, {
    userId: row.user_id,
    strategyId: row.strategy_id,
    positionId,
    symbol: row.symbol,
    ...run,
    side: row.side === 'long' ? 'sell' : 'buy',
    slot: 'leaving',
    ...how,
    quantity,
    key: `${run.runId}:${positionId}:taken-over:${difference.id}`,
    at: now,
    decisionPrice: price,
  });
  const submitted = await applyEvent(tx, sinks.hub, order, {
    event: 'submit',
    at: now,
    said: 'Taken over from the account',
    change: { price },
  });
  const terms = await termsOf(row.strategy_id);
  const fill = settled ?? { quantity, price, at: now };
  const { trade } = await bookFill(tx, { sinks, lastPrice }, terms, submitted, fill);
  if (trade) tx.afterCommit(() => onTrade(trade));
};

const MOVED = 'The position has changed since. It is compared again in a minute.';

/** Change a position, if it is still as it was read. A fill beside it is not lost. @throws Refusal `conflict` */
const changeAsRead = async (
  tx: Transaction,
  row: PositionRow,
  change: Updateable<Schema['positions']>,
): Promise<void> => {
  const { numUpdatedRows } = await tx.query
    .updateTable('positions')
    .set(change)
    .where('id', '=', row.id)
    .where('quantity', '=', row.quantity)
    .where('entry_value', '=', row.entry_value)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new Refusal('conflict', MOVED);
};

/** Remove the missing part of a position without a result. The account does not have that part. */
const writeOffMissing = async (
  tx: Transaction,
  { sinks, now }: ResolutionDeps,
  positionId: number,
  quantity: number,
): Promise<void> => {
  const row = await positionRow(tx, positionId);
  const left = row.quantity - quantity;
  const cost = Math.round((row.entry_value * quantity) / row.entry_quantity);
  const change =
    left === 0
      ? { quantity: 0, status: 'closed' as const, closed_at: now, exit_value: row.exit_value + cost }
      : {
          quantity: left,
          entry_quantity: row.entry_quantity - quantity,
          entry_value: row.entry_value - cost,
        };
  await changeAsRead(tx, row, change);
  if (left === 0) await clearUnclosed(tx, sinks.hub, row);
};

const multiplied = (quantity: number, factor: number): number => Math.floor(quantity * factor + 1e-9);

/** A position after a split, and what was held of it before. */
export interface AdoptedSplit {
  readonly row: PositionRow;
  readonly before: number;
  /** Cost of what was held, paise, and the charges of its entry. Both stay. */
  readonly cost: number;
  readonly charges: Charges;
}

/**
 * A split or bonus: the position becomes so many shares, prices are divided; fractions went to their owner in money.
 * What its owner wanted to leave is still wanted.
 */
const adoptSplit = async (
  tx: Transaction,
  positionId: number,
  factor: number,
  quantity: number,
): Promise<AdoptedSplit> => {
  const row = await positionRow(tx, positionId);
  const { value: cost, charges } = restOf(row, await soldParts(tx, positionId));
  const held = storedProtection(row).protection;
  const entryPrice = Math.max(1, Math.round(held.entryPrice / factor));
  const protection = carryProtection(
    held,
    { over: 1, under: factor },
    tickAt(row.symbol, entryPrice, row.opened_at),
  );
  const wanted = await openExitIntents(tx.query, positionId);
  // Levels that were reached at the old prices were not reached; nor is a part of so many shares the same part now.
  const over = wanted.filter(
    ({ purpose, quantity: part }) => part !== null || purpose === 'stop-loss' || purpose === 'target',
  );
  await endExitIntents(
    tx,
    positionId,
    'withdrawn',
    over.map(({ id }) => id),
  );
  await multiplyTrades(tx, positionId, factor);
  await changeAsRead(tx, row, {
    quantity,
    entry_quantity: multiplied(row.entry_quantity - row.quantity, factor) + quantity,
    ...shownLevels(protection),
  });
  return { row: await positionRow(tx, positionId), before: row.quantity, cost, charges };
};

/**
 * Multiply positions of one share to what the account holds. Fractions of several may make whole shares: the oldest get
 * them.
 */
export const adoptSplits = async (
  tx: Transaction,
  theirs: number,
  positions: readonly { readonly positionId: number; readonly quantity: number; readonly times: number }[],
): Promise<AdoptedSplit[]> => {
  let left = theirs - positions.reduce((sum, { quantity, times }) => sum + multiplied(quantity, times), 0);
  const adopted: AdoptedSplit[] = [];
  for (const { positionId, quantity, times } of positions) {
    if (times === 1) continue;
    const extra = left > 0 ? 1 : 0;
    left -= extra;
    adopted.push(await adoptSplit(tx, positionId, times, multiplied(quantity, times) + extra));
  }
  return adopted;
};

/** Convert the quantities of earlier trades into today's shares. Exact to the last share for all trades together. */
const multiplyTrades = async (tx: Transaction, positionId: number, factor: number): Promise<void> => {
  const trades = await tx.query
    .selectFrom('trades')
    .select(['id', 'quantity', 'quantity_after_split'])
    .where('position_id', '=', positionId)
    .orderBy('id')
    .execute();
  let [before, after] = [0, 0];
  for (const { id, quantity, quantity_after_split: known } of trades) {
    before += known ?? quantity;
    const all = multiplied(before, factor);
    await tx.query
      .updateTable('trades')
      .set({ quantity_after_split: all - after })
      .where('id', '=', id)
      .execute();
    after = all;
  }
};

/** Add shares that our order bought unseen to the newest position. At the order's price. */
const bookUnseenEntry = async (
  tx: Transaction,
  positionId: number,
  quantity: number,
  price: number,
): Promise<void> => {
  const row = await positionRow(tx, positionId);
  await changeAsRead(tx, row, {
    quantity: row.quantity + quantity,
    entry_quantity: row.entry_quantity + quantity,
    entry_value: row.entry_value + quantity * price,
  });
};

/** The factor beyond which a price is a slip. More than so many times what is known, or less than one such part. */
const MOST_TIMES = 2;

/**
 * @throws Refusal `refused` when a price is far from the last one, from what the positions were entered at and from what
 * was traded in the account
 */
const requireLikelyPrice = async (
  tx: Transaction,
  { positions, lastPrice, trades = [] }: DifferenceEvidence,
  now: number,
  price: number,
): Promise<void> => {
  const known = lastPrice === null ? [] : [lastPrice];
  for (const { positionId } of positions) {
    const row = await positionRow(tx, positionId);
    const lastDay = lastDayIn(row);
    // What is left of an option when it expires is far from what was paid, and often nothing.
    if (lastDay !== null && lastDay <= istDate(now)) return;
    known.push(row.entry_value / row.entry_quantity);
  }
  const all = [...known, ...trades.map((trade) => trade.price)];
  const [least, most] = [Math.min(...all) / MOST_TIMES, Math.max(...all) * MOST_TIMES];
  if (price < least || price > most)
    throw new Refusal(
      'refused',
      `${formatRupees(price)} is far from every price that is known of it: it was entered at ${known
        .slice(lastPrice === null ? 0 : 1)
        .map((one) => formatRupees(Math.round(one)))
        .join(
          ', ',
        )}${lastPrice === null ? '' : ` and last traded at ${formatRupees(lastPrice)}`}. Nothing was booked.`,
    );
};

const adoptAccount = async (
  tx: Transaction,
  deps: ResolutionDeps,
  difference: AccountDifferenceRow,
  evidence: DifferenceEvidence,
  price: number | null,
): Promise<void> => {
  const { positions, factor, trades = [] } = evidence;
  if (difference.kind === 'split') {
    const times = factor ?? 1;
    const adopted = await adoptSplits(
      tx,
      difference.theirs,
      positions.map(({ positionId, quantity }) => ({ positionId, quantity, times })),
    );
    for (const { row, before, cost, charges } of adopted) {
      // Which it was, and of which day, the account does not say.
      const action = { kind: 'split', from: row.quantity, to: before } as const;
      const kept = { day: istDate(deps.now), purpose: 'Taken over from the account', action };
      const effect = { before, after: row.quantity, cost, fraction: 0, payout: 0 };
      const { user_id: userId, run_id: runId, symbol } = row;
      await recordCarried(
        tx,
        { userId, runId, symbol, at: deps.now },
        `position ${row.id}`,
        kept,
        effect,
        charges,
      );
    }
    return;
  }
  if (price === null)
    throw new Refusal('invalid', 'price is needed: say at what price it was traded in the account.', {
      fields: { price: 'enter the price per share' },
    });
  await requireLikelyPrice(tx, evidence, deps.now, price);
  if (difference.kind === 'larger') {
    const newest = positions.at(-1);
    const surplus = Math.abs(difference.theirs) - Math.abs(difference.ours);
    if (newest) await bookUnseenEntry(tx, newest.positionId, surplus, price);
    return;
  }
  for (const position of positions)
    if (position.missing > 0) await bookMissing(tx, deps, difference, position, price, trades.length > 0);
};

/**
 * Carry out the owner's decision about an open difference. This runs in a transaction: our positions become what the
 * account shows (`take-over`), lose what it does not have without a result (`write-off`), or stay as they are
 * (`leave-alone`). What is left alone stays open, and can be decided otherwise; a price that was believed is settled
 * by that. Nothing is sent. Returns the positions that have changed.
 * @throws Refusal `conflict` when it is over already or the positions have changed since, `invalid` without a price,
 * `refused` at a price that no share has had
 */
export const resolveDifference = async (
  tx: Transaction,
  deps: ResolutionDeps,
  difference: AccountDifferenceRow,
  { resolution, price }: Decision,
): Promise<readonly number[]> => {
  // Read here: of two decisions at once the second one finds the first.
  const { status } = await tx.query
    .selectFrom('account_differences')
    .select('status')
    .where('id', '=', difference.id)
    .executeTakeFirstOrThrow();
  if (status !== 'open') throw new Refusal('conflict', 'This difference is settled already.');
  const evidence = JSON.parse(difference.evidence_json) as DifferenceEvidence;
  for (const { positionId, quantity } of evidence.positions) {
    const row = await positionRow(tx, positionId);
    if (row.quantity !== quantity) throw new Refusal('conflict', MOVED);
  }
  if (resolution === 'take-over') await adoptAccount(tx, deps, difference, evidence, price);
  if (resolution === 'write-off') {
    if (difference.kind === 'larger' || difference.kind === 'split')
      throw new Refusal('refused', 'Nothing is missing in the account, so nothing can be written off.');
    for (const { positionId, missing } of evidence.positions)
      if (missing > 0) await writeOffMissing(tx, deps, positionId, missing);
  }
  const isLeftAlone = resolution === 'leave-alone' && difference.kind !== 'price-gap';
  await tx.query
    .updateTable('account_differences')
    .set({ resolution, ...(isLeftAlone ? {} : { status: 'resolved', ended_at: deps.now }) })
    .where('id', '=', difference.id)
    .execute();
  return resolution === 'leave-alone' ? [] : evidence.positions.map(({ positionId }) => positionId);
};
