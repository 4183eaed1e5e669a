import type { Transaction } from '../db/database.ts';
import type { CarriedActionRow } from '../db/schema.ts';
import { actionsOf, isSameAction, type KeptAction } from '../market/corporate-actions/kept-actions.ts';
import { symbolHistoryOf } from '../market/symbol-changes/kept-symbol-changes.ts';
import type { EventSinks } from './announce.ts';
import { actionText } from './carried-text.ts';

/** An applied action as a list words it now. Null where it has none. */
const saidNow = (applied: CarriedActionRow, kept: readonly KeptAction[]): KeptAction | null => {
  const named = kept.map((one) => ({ ...one, kind: one.action.kind }));
  const same = named.find(({ kind, day }) => kind === applied.kind && day === applied.day);
  return same ?? named.find((one) => isSameAction(one, applied)) ?? null;
};

const isUnchanged = (applied: CarriedActionRow, now: KeptAction | null): boolean =>
  now !== null && now.day === applied.day && JSON.stringify(now.action) === applied.action_json;

const bodyOf = (applied: CarriedActionRow, now: KeptAction | null): string =>
  [
    `${actionText(applied)}, was applied to what you hold on paper.`,
    now ? `The list says now: ${actionText(now)}.` : 'The list does not have it any more.',
    `Nothing was changed again: check quantity and cost of ${applied.symbol}.`,
  ].join(' ');

/** Actions that may be worded otherwise now. */
interface Corrected {
  readonly userId: number;
  readonly runId: number;
  readonly symbols: readonly string[];
  /** Market time. */
  readonly now: number;
}

/**
 * Marks applied actions that a list, imported in this transaction, words otherwise. Their owner is told once; nothing is
 * applied again.
 */
export const markCorrected = async (
  tx: Transaction,
  { notify, writeLog }: Pick<EventSinks, 'notify' | 'writeLog'>,
  { userId, runId, symbols, now }: Corrected,
): Promise<void> => {
  // What a list says of an earlier symbol is said of the share.
  const shares = new Set((await symbolHistoryOf(tx.query, userId)).since(symbols));
  const ofRun = await tx.query
    .selectFrom('carried_actions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('run_id', '=', runId)
    .orderBy('id')
    .execute();
  const applied = ofRun.filter(({ symbol }) => shares.has(symbol));
  if (applied.length === 0) return;
  const kept = await actionsOf(tx.query, userId, [...new Set(applied.map(({ symbol }) => symbol))]);
  const told = new Set<string>();
  for (const row of applied) {
    const said = saidNow(row, kept.get(row.symbol) ?? []);
    const corrected = isUnchanged(row, said) ? null : JSON.stringify(said);
    if (corrected === row.corrected_json) continue;
    await tx.query
      .updateTable('carried_actions')
      .set({ corrected_json: corrected })
      .where('id', '=', row.id)
      .execute();
    const name = `${row.symbol} ${row.day} ${row.kind}`;
    if (corrected === null || told.has(name)) continue;
    told.add(name);
    const body = bodyOf(row, said);
    await writeLog(tx, {
      ...{ userId, kind: 'trading', level: 'warning', topic: 'action', strategyId: null, at: now },
      text: `${row.symbol}: ${body}`,
    });
    await notify(tx, userId, 'trades', {
      title: `${row.symbol}: a later list says otherwise`,
      body,
      link: '/open-positions',
    });
  }
};
