import { NO_CHARGES } from '../../engine/charges/charges.ts';
import type { Protection } from '../../engine/protection.ts';
import type { Transaction } from '../db/database.ts';
import type { OrderRow } from '../db/schema.ts';
import { isSameAction, type KeptAction } from '../market/corporate-actions/kept-actions.ts';
import type { LastPrice } from '../market/last-price.ts';
import type { EventSinks } from './announce.ts';
import type { CarriedEffect } from './carried-text.ts';
import type { RunIdentity, TradingTerms } from './order-path.ts';

/** A due action with the last price before it, paise. Null where that is not known. */
export interface DueAction extends KeptAction {
  readonly close: number | null;
  /** Nothing of the ex-date's market has happened yet. */
  readonly isOnTime: boolean;
}

export interface CarryDeps {
  readonly sinks: EventSinks;
  readonly run: RunIdentity;
  readonly userId: number;
  readonly symbol: string;
  /** Market time at which it is written. */
  readonly at: number;
  readonly lastPrice: LastPrice | null;
  /** @throws MovedError for a strategy that was not there when this began */
  readonly termsOf: (strategyId: number) => TradingTerms;
  /** Present protection. It may be ahead of what is stored. */
  readonly protectionOf: (positionId: number) => Protection | undefined;
  /** Cancel an order of which nothing is left. */
  readonly cancelIn: (tx: Transaction, order: OrderRow, reason: string) => Promise<void>;
}

/** Name of what an action is applied to. */
export const subjectOf = (kind: 'position' | 'order' | 'plan', id: number): string => `${kind} ${id}`;

/** Whether an action was applied to something before. */
export const isApplied = async (
  tx: Transaction,
  userId: number,
  subject: string,
  kept: KeptAction,
): Promise<boolean> => {
  const known = await tx.query
    .selectFrom('carried_actions')
    .select(['day', 'kind', 'purpose', 'corrected_json'])
    .where('user_id', '=', userId)
    .where('subject', '=', subject)
    .execute();
  // Of a day that a later list words otherwise nothing more is applied: its owner was told.
  return known.some(
    (one) =>
      isSameAction(one, { ...kept, kind: kept.action.kind }) ||
      (one.corrected_json !== null && one.day === kept.day),
  );
};

/** Record that an action was applied to something. */
export const recordCarried = (
  tx: Transaction,
  {
    userId,
    runId,
    symbol,
    at,
  }: { readonly userId: number; readonly runId: number; readonly symbol: string; readonly at: number },
  subject: string,
  kept: KeptAction,
  effect: CarriedEffect,
  charges = NO_CHARGES,
) =>
  tx.query
    .insertInto('carried_actions')
    .values({
      user_id: userId,
      run_id: runId,
      subject,
      symbol,
      day: kept.day,
      kind: kept.action.kind,
      purpose: kept.purpose,
      action_json: JSON.stringify(kept.action),
      quantity_before: effect.before,
      quantity_after: effect.after,
      cost: effect.cost,
      charges_json: JSON.stringify(charges),
      payout: effect.payout,
      fraction: effect.fraction,
      corrected_json: null,
      at,
    })
    .execute();

/** Record that a due action was applied. */
export const record = (
  tx: Transaction,
  { userId, run, symbol, at }: CarryDeps,
  subject: string,
  kept: DueAction,
  effect: CarriedEffect,
  charges = NO_CHARGES,
) => recordCarried(tx, { userId, runId: run.runId, symbol, at }, subject, kept, effect, charges);
