import type { AlertRule } from '../../../shared/contract/alert-rules.ts';
import { checkRule, requireChannels, requireRule, requireRuleQuota } from '../../alert-rules/check-rule.ts';
import type { RuleInput, RuleStart } from '../../alert-rules/check-rule.ts';
import { channelsOf, conditionOf, symbolOfDocument } from '../../alert-rules/rule-rows.ts';
import type { Language } from '../../../shared/languages.ts';
import type { AlertRuleRow } from '../../db/schema.ts';
import type { AlertRulesCalls, AlertRulesModuleDeps } from './alert-rules-deps.ts';
import { ruleViews } from './rule-view.ts';

/** Columns that a call gives a rule. */
const columnsOf = (input: RuleInput, start: RuleStart, language: Language) => ({
  mode: input.mode,
  symbol: start.symbol,
  condition_json: JSON.stringify(start.condition),
  repeat: input.repeat,
  timeframe: input.timeframe,
  until_day: input.until,
  note: input.note,
  channels_json: JSON.stringify([...new Set(input.channels)]),
  is_urgent: input.isUrgent ? 1 : 0,
  language,
  ...startColumns(start),
});

const startColumns = ({ state, direction, stateAt }: RuleStart) => ({
  ...{ state, direction, state_at: stateAt, last_bar: null, reason: '' },
});

/** A moment that no version of a rule has had. */
const versionAfter = (before: number, now: number): number => Math.max(now, before + 1);

const shown = async (
  deps: AlertRulesModuleDeps,
  row: AlertRuleRow,
  language: Language,
): Promise<{ rule: AlertRule }> => {
  const [rule] = await ruleViews(deps, [row], language);
  if (!rule) throw new Error('A rule has no view.');
  return { rule };
};

/** Watch a rule as it was written, and tell every window. */
const watch = ({ alertRules, hub }: AlertRulesModuleDeps, row: AlertRuleRow): void => {
  alertRules.put(row);
  hub.publish(row.user_id, { type: 'alert-rule' });
};

export const addRule =
  (deps: AlertRulesModuleDeps): AlertRulesCalls['add'] =>
  async (input, { userId, language }) => {
    const { database, clock } = deps;
    const start = await checkRule(deps, userId, input);
    const now = clock.now();
    const row = await database.write(userId, async (tx) => {
      await requireChannels(tx, userId, input.channels);
      const written = await tx.query
        .insertInto('alert_rules')
        .values({
          user_id: userId,
          ...columnsOf(input, start, language),
          ...{ fired: 0, last_fired_at: null, created_at: now, updated_at: now },
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      await requireRuleQuota(tx, userId);
      return written;
    });
    watch(deps, row);
    return shown(deps, row, language);
  };

export const changeRule =
  (deps: AlertRulesModuleDeps): AlertRulesCalls['change'] =>
  async ({ ruleId, ...input }, { userId, language }) => {
    const { database, clock } = deps;
    await requireRule({ query: database.read }, userId, ruleId);
    const start = await checkRule(deps, userId, input);
    const row = await database.write(userId, async (tx) => {
      const before = await requireRule(tx, userId, ruleId);
      await requireChannels(tx, userId, input.channels);
      const written = await tx.query
        .updateTable('alert_rules')
        .set({
          ...columnsOf(input, start, language),
          updated_at: versionAfter(before.updated_at, clock.now()),
        })
        .where('id', '=', ruleId)
        .returningAll()
        .executeTakeFirstOrThrow();
      await requireRuleQuota(tx, userId);
      return written;
    });
    watch(deps, row);
    return shown(deps, row, language);
  };

/** A rule as a call would give it. */
const inputOf = (row: AlertRuleRow): RuleInput => {
  const condition = conditionOf(row);
  return {
    mode: row.mode,
    condition:
      condition.kind === 'rules'
        ? {
            ...{ kind: 'rules', symbol: symbolOfDocument(condition.document) },
            timeframe: condition.document.timeframe,
            ...{ condition: condition.document.entry, variables: condition.document.variables },
          }
        : condition,
    repeat: row.repeat,
    timeframe: row.timeframe,
    until: row.until_day,
    note: row.note,
    channels: [...channelsOf(row)],
    isUrgent: row.is_urgent === 1,
  };
};

export const armRule =
  (deps: AlertRulesModuleDeps): AlertRulesCalls['arm'] =>
  async ({ ruleId, isArmed }, { userId, language }) => {
    const { database, clock } = deps;
    const known = await requireRule({ query: database.read }, userId, ruleId);
    // It is checked as if it were new: the price has moved meanwhile.
    const start = isArmed ? await checkRule(deps, userId, inputOf(known)) : null;
    const row = await database.write(userId, async (tx) => {
      const before = await requireRule(tx, userId, ruleId);
      const written = await tx.query
        .updateTable('alert_rules')
        .set({
          ...(start ? startColumns(start) : { state: 'paused', reason: '' }),
          updated_at: versionAfter(before.updated_at, clock.now()),
        })
        .where('id', '=', ruleId)
        .returningAll()
        .executeTakeFirstOrThrow();
      if (start) {
        await requireChannels(tx, userId, [...channelsOf(written)]);
        await requireRuleQuota(tx, userId);
      }
      return written;
    });
    watch(deps, row);
    return shown(deps, row, language);
  };

export const removeRule =
  ({ database, alertRules, hub }: AlertRulesModuleDeps): AlertRulesCalls['remove'] =>
  async ({ ruleId }, { userId }) => {
    await database.write(userId, async (tx) => {
      await requireRule(tx, userId, ruleId);
      await tx.query.deleteFrom('alert_rules').where('id', '=', ruleId).execute();
    });
    alertRules.remove(ruleId);
    hub.publish(userId, { type: 'alert-rule' });
    return {};
  };
