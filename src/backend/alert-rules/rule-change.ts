import { randomUUID } from 'node:crypto';
import type { Direction } from '../../engine/alerts/level-book.ts';
import type { OutsideChannel, RuleState } from '../../shared/alert-delivery.ts';
import { clockToMinutes, istMinuteOfDay } from '../../shared/time.ts';
import type { Clock } from '../clock.ts';
import type { Transaction } from '../db/database.ts';
import type { AlertRuleRow } from '../db/schema.ts';
import type { EventHub } from '../notices/event-hub.ts';
import type { Notify } from '../notices/notify.ts';
import { firedText, type FiredValue, inLanguage } from './alert-texts.ts';
import { channelsOf, conditionOf, TOLD_ENDS } from './rule-rows.ts';

/** Something that an evaluation has found, on its way to be written. */
export interface RuleChange {
  readonly ruleId: number;
  readonly userId: number;
  /** Of the rule as it was evaluated: one that was changed since is left alone. */
  readonly version: number;
  readonly state: RuleState;
  readonly direction: Direction | null;
  /** Market time that the state is of, epoch ms. */
  readonly at: number;
  /** End of the bar in which it fired; null of what fires not by bars. */
  readonly barEnd: number | null;
  /** The firing; null where a state alone has changed. */
  readonly fired: { readonly occasion: string; readonly value: FiredValue } | null;
  /** Why it is over; empty of one that goes on. */
  readonly reason: string;
}

interface ChangeDeps {
  readonly clock: Clock;
  readonly notify: Notify;
  readonly hub: EventHub;
  /** Called after the commit of deliveries that wait. */
  readonly onPending: (userId: number, channel: OutsideChannel) => void;
}

/** Where alerts are listed with what has fired. */
const ALERTS_LINK = '/notifications?view=fired';

/** Name of the strategy that a condition asks about; null of none, and of one that is gone. */
export const strategyNameOf = async (
  { query }: Pick<Transaction, 'query'>,
  condition: ReturnType<typeof conditionOf>,
): Promise<string | null> => {
  if (condition.kind !== 'profit' || condition.strategyId === null) return null;
  const row = await query
    .selectFrom('strategies')
    .select('name')
    .where('id', '=', condition.strategyId)
    .executeTakeFirst();
  return row?.name ?? null;
};

/** Whether a moment is in hours that may end after midnight. */
export const isWithin = (from: string, to: string, now: number): boolean => {
  const minute = istMinuteOfDay(now);
  const [start, end] = [clockToMinutes(from), clockToMinutes(to)];
  return start <= end ? minute >= start && minute < end : minute >= start || minute < end;
};

/**
 * Write what fired and everything that follows from it, in one transaction: the firing, the alert in the program, and a
 * delivery for each channel. An occasion that is written already changes nothing.
 */
const writeFired = async (
  tx: Transaction,
  row: AlertRuleRow,
  { fired, at }: RuleChange,
  deps: ChangeDeps,
): Promise<boolean> => {
  if (!fired) return true;
  const now = deps.clock.now();
  const condition = conditionOf(row);
  const name = await strategyNameOf(tx, condition);
  const { title, body, hidden } = firedText(condition, fired.value, name, row.language);
  const said = row.note === '' ? body : `${body} ${row.note}`;
  const written = await tx.query
    .insertInto('alert_firings')
    .values({
      ...{ user_id: row.user_id, rule_id: row.id, mode: row.mode, occasion: fired.occasion },
      ...{ at, written_at: now, title, body: said },
    })
    .onConflict((oc) => oc.columns(['rule_id', 'occasion']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!written) return false;
  await deps.notify(tx, row.user_id, 'mine', {
    title,
    body: said,
    link: ALERTS_LINK,
    isCritical: row.is_urgent === 1,
    marketAt: row.mode === 'test' ? at : null,
  });
  const channels = channelsOf(row);
  if (channels.length === 0) return true;
  const settings = await tx.query
    .selectFrom('alert_settings')
    .selectAll()
    .where('user_id', '=', row.user_id)
    .executeTakeFirst();
  const text = [
    inLanguage(title, row.language),
    inLanguage(settings?.hides_amounts === 1 ? hidden : body, row.language),
    ...(row.note === '' ? [] : [row.note]),
  ].join('\n');
  const { quiet_from: from, quiet_to: to } = settings ?? { quiet_from: null, quiet_to: null };
  const isQuiet = row.is_urgent === 0 && from !== null && to !== null && isWithin(from, to, now);
  await tx.query
    .insertInto('alert_deliveries')
    .values(
      channels.map((channel) => ({
        ...{ user_id: row.user_id, firing_id: written.id, channel, mark: randomUUID(), text },
        ...{ state: isQuiet ? ('quiet' as const) : ('pending' as const), attempts: 0, unanswered: 0 },
        ...{ problem: '', created_at: now, updated_at: now },
      })),
    )
    .execute();
  if (!isQuiet)
    tx.afterCommit(() => {
      for (const channel of channels) deps.onPending(row.user_id, channel);
    });
  return true;
};

/** Write a change of a rule. One whose rule was changed or removed meanwhile is left out. */
export const writeChange = async (tx: Transaction, change: RuleChange, deps: ChangeDeps): Promise<void> => {
  const row = await tx.query
    .selectFrom('alert_rules')
    .selectAll()
    .where('id', '=', change.ruleId)
    .where('user_id', '=', change.userId)
    .where('updated_at', '=', change.version)
    .where('state', 'in', ['armed', 'waiting'])
    .executeTakeFirst();
  if (!row || !(await writeFired(tx, row, change, deps))) return;
  const { state, direction, at, barEnd, fired, reason } = change;
  await tx.query
    .updateTable('alert_rules')
    .set({
      ...{ state, direction, state_at: at, reason, last_bar: barEnd },
      ...(fired && { fired: row.fired + 1, last_fired_at: at }),
    })
    .where('id', '=', row.id)
    .execute();
  if (TOLD_ENDS.includes(reason))
    await deps.notify(tx, row.user_id, 'mine', {
      title: 'An alert of yours is watched no more',
      body: reason,
      link: ALERTS_LINK,
    });
  tx.afterCommit(() => deps.hub.publish(row.user_id, { type: 'alert-rule' }));
};
