import type { AlertCondition, AlertRule } from '../../../shared/contract/alert-rules.ts';
import type { Language } from '../../../shared/languages.ts';
import { istIso } from '../../../shared/time.ts';
import { sentenceOf } from '../../alert-rules/alert-texts.ts';
import {
  channelsOf,
  conditionOf,
  type StoredCondition,
  symbolOfDocument,
} from '../../alert-rules/rule-rows.ts';
import type { Database } from '../../db/database.ts';
import type { AlertRuleRow } from '../../db/schema.ts';

/** A condition as its owner gave it. */
const givenOf = (condition: StoredCondition): AlertCondition => {
  if (condition.kind !== 'rules') return condition;
  const { document } = condition;
  return {
    ...{ kind: 'rules', symbol: symbolOfDocument(document), timeframe: document.timeframe },
    ...{ condition: document.entry, variables: document.variables },
  };
};

/** Rules as the contract shows them, each with its condition in words. */
export const ruleViews = async (
  { read }: Pick<Database, 'read'>,
  rows: readonly AlertRuleRow[],
  language: Language,
): Promise<AlertRule[]> => {
  const conditions = rows.map(conditionOf);
  const ids = conditions.flatMap((one) =>
    one.kind === 'profit' && one.strategyId !== null ? [one.strategyId] : [],
  );
  const named =
    ids.length === 0
      ? []
      : await read.selectFrom('strategies').select(['id', 'name']).where('id', 'in', ids).execute();
  const names = new Map(named.map(({ id, name }) => [id, name]));
  return rows.map((row, index) => {
    const condition = conditions[index] as StoredCondition;
    const strategyId = condition.kind === 'profit' ? condition.strategyId : null;
    return {
      ruleId: row.id,
      mode: row.mode,
      condition: givenOf(condition),
      sentence: sentenceOf(condition, strategyId === null ? null : (names.get(strategyId) ?? null), language),
      repeat: row.repeat,
      timeframe: row.timeframe,
      until: row.until_day,
      note: row.note,
      channels: [...channelsOf(row)],
      isUrgent: row.is_urgent === 1,
      state: row.state,
      reason: row.reason,
      fired: row.fired,
      lastFiredAt: row.last_fired_at === null ? null : istIso(row.last_fired_at),
      createdAt: istIso(row.created_at),
    };
  });
};
