import { minuteAtClose } from '../../../engine/rules/bar-close.ts';
import type { EntryReading } from '../../../engine/rules/compiled-rules.ts';
import { describeReading } from '../../../engine/rules/reading-text.ts';
import type { AlertCondition, AlertRule } from '../../../shared/contract/alert-rules.ts';
import type { Language } from '../../../shared/languages.ts';
import { formatPercentChange, formatPrice } from '../../../shared/money.ts';
import type { RuleDocument } from '../../../shared/rule-document.ts';
import { istIso, istMidnight, MINUTE_MS } from '../../../shared/time.ts';
import { inLanguage, sentenceOf } from '../../alert-rules/alert-texts.ts';
import {
  channelsOf,
  conditionOf,
  isWatched,
  type StoredCondition,
  symbolOfDocument,
} from '../../alert-rules/rule-rows.ts';
import type { AlertRules } from '../../alert-rules/alert-rules.ts';
import type { Database } from '../../db/database.ts';
import type { AlertRuleRow } from '../../db/schema.ts';
import { tradedAs } from '../../market/instrument-master.ts';

interface ViewDeps {
  readonly database: Pick<Database, 'read'>;
  readonly alertRules: AlertRules;
}

/** A condition as its owner gave it. */
const givenOf = (condition: StoredCondition): AlertCondition => {
  if (condition.kind !== 'rules') return condition;
  const { document } = condition;
  return {
    ...{ kind: 'rules', symbol: symbolOfDocument(document), timeframe: document.timeframe },
    ...{ condition: document.entry, variables: document.variables },
  };
};

/** Comparisons of a condition that a row has room for. */
const SHOWN_READINGS = 3;

/** Values of a condition at the latest candle; null while there are none. */
const readingText = (
  document: RuleDocument,
  { bar, candlesToGo, entry }: EntryReading,
  language: Language,
): AlertRule['now'] => {
  if (!bar) return null;
  const minute = minuteAtClose(bar.time, document.timeframe, tradedAs(symbolOfDocument(document)));
  const read = entry
    .map((reading) => describeReading(reading, language, document.variables))
    .filter((text) => text !== '');
  const text = [
    ...read.slice(0, SHOWN_READINGS),
    ...(read.length > SHOWN_READINGS ? ['…'] : []),
    ...(candlesToGo > 0 ? [inLanguage(`Candles to come before it can fire: ${candlesToGo}.`, language)] : []),
  ].join(' · ');
  return { text, at: istIso(istMidnight(bar.time) + minute * MINUTE_MS) };
};

/** The value of a condition now; null where none is known, and of what is not watched. */
const nowOf = (
  alertRules: AlertRules,
  row: AlertRuleRow,
  condition: StoredCondition,
  language: Language,
): AlertRule['now'] => {
  if (!isWatched(row)) return null;
  if (condition.kind === 'rules') {
    const reading = alertRules.readingOf(row);
    return reading && readingText(condition.document, reading, language);
  }
  if (condition.kind !== 'price' && condition.kind !== 'change') return null;
  const last = alertRules.priceOf(row.user_id, row.mode, condition.symbol);
  if (!last) return null;
  const at = istIso(last.at);
  if (condition.kind === 'price') return { text: formatPrice(last.price), at };
  const close = alertRules.previousCloseOf(row.user_id, row.mode, condition.symbol);
  return close === null ? null : { text: formatPercentChange((last.price / close - 1) * 100), at };
};

/** Rules as the contract shows them, each with its condition in words. */
export const ruleViews = async (
  { database: { read }, alertRules }: ViewDeps,
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
      now: nowOf(alertRules, row, condition, language),
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
