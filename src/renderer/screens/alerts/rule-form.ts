import type { OutsideChannel, Repeat } from '../../../shared/alert-delivery.ts';
import type { AlertCondition, AlertRule } from '../../../shared/contract/alert-rules.ts';
import type { Mode } from '../../../shared/contract/fields.ts';
import { parseRupees, plainRupees } from '../../../shared/money.ts';
import type { Timeframe } from '../../../shared/rule-document.ts';
import { isSimple, type WatchedRules } from '../../features/rules/watched-rules.ts';

/** Kinds of alerts on rules: in the short form, in the whole one, and as a strategy has them. */
const RULE_KINDS = ['indicator', 'condition', 'strategy'] as const;
export type RuleKind = (typeof RULE_KINDS)[number];

/** Kinds of alerts, as they are offered. */
export type FormKind = Exclude<AlertCondition['kind'], 'rules'> | RuleKind;

/** Whether an alert is on rules, at the close of candles. */
export const isOfRules = (kind: FormKind): kind is RuleKind =>
  (RULE_KINDS as readonly FormKind[]).includes(kind);

/** An alert rule as it is typed. */
export interface RuleForm {
  mode: Mode;
  kind: FormKind;
  symbol: string;
  when: 'above' | 'below' | 'crosses';
  /** Price, percent, rupees or seconds: by its kind. */
  level: string;
  /** The strategy whose entry rule or result it is about; empty for none. */
  strategy: string;
  repeat: Repeat;
  timeframe: Timeframe;
  until: string;
  note: string;
  channels: OutsideChannel[];
  isUrgent: boolean;
}

const SECOND_MS = 1_000;

export const EMPTY_RULE: RuleForm = {
  ...{ mode: 'test', kind: 'price', symbol: '', when: 'above', level: '', strategy: '' },
  ...{ repeat: 'once', timeframe: '5m', until: '', note: '', channels: [], isUrgent: false },
};

/** A number as people write it; null of what is none. */
const numberOf = (text: string): number | null => {
  const number = Number(text.trim().replace('−', '-').replace('%', ''));
  return text.trim() === '' || Number.isNaN(number) ? null : number;
};

/** Whether a text is a level of a kind of condition. */
export const isLevel = (kind: FormKind, text: string): boolean => {
  if (isOfRules(kind)) return true;
  if (kind === 'price' || kind === 'profit' || kind === 'margin') return parseRupees(text) !== null;
  return numberOf(text) !== null;
};

/** Kinds of conditions about one instrument. */
export const asksSymbol = (kind: FormKind): boolean =>
  kind === 'price' || kind === 'change' || kind === 'volatility' || isOfRules(kind);

/** The condition of a form; null while its rules are not there. `rules` are those of the editor, or of the strategy. */
export const conditionIn = (form: RuleForm, rules: WatchedRules | null): AlertCondition | null => {
  const { kind, level, strategy } = form;
  const symbol = form.symbol.trim().toUpperCase();
  const side = form.when === 'below' ? 'below' : 'above';
  switch (kind) {
    case 'price':
      return { kind, symbol, when: form.when, price: parseRupees(level) ?? 0 };
    case 'change':
      return { kind, symbol, when: side, percent: numberOf(level) ?? 0 };
    case 'volatility':
      return { kind, symbol, when: side, percent: numberOf(level) ?? 0 };
    case 'profit':
      return {
        ...{ kind, when: side, amount: parseRupees(level) ?? 0 },
        strategyId: strategy === '' ? null : Number(strategy),
      };
    case 'feed-age':
      return { kind, ms: Math.round((numberOf(level) ?? 0) * SECOND_MS) };
    case 'margin':
      return { kind, amount: parseRupees(level) ?? 0 };
    case 'indicator':
    case 'condition':
    case 'strategy':
      return rules
        ? {
            ...{ kind: 'rules', symbol, timeframe: rules.timeframe, condition: rules.entry },
            ...(rules.variables && { variables: rules.variables }),
          }
        : null;
  }
};

const levelOf = (condition: AlertCondition): string => {
  switch (condition.kind) {
    case 'price':
      return plainRupees(condition.price);
    case 'change':
    case 'volatility':
      return String(condition.percent);
    case 'profit':
    case 'margin':
      return plainRupees(condition.amount);
    case 'feed-age':
      return String(condition.ms / SECOND_MS);
    case 'rules':
      return '';
  }
};

/** The rules of a condition; null of one that has none. */
export const rulesIn = (condition: AlertCondition): WatchedRules | null =>
  condition.kind === 'rules'
    ? ({
        ...{ timeframe: condition.timeframe, entry: condition.condition },
        variables: condition.variables,
      } as WatchedRules)
    : null;

/** The kind under which rules are edited. */
export const kindOfRules = (rules: WatchedRules): RuleKind =>
  isSimple(rules.entry) ? 'indicator' : 'condition';

/** A rule as it would be typed. */
export const formOf = (rule: AlertRule): RuleForm => {
  const { condition } = rule;
  const rules = rulesIn(condition);
  return {
    mode: rule.mode,
    kind: condition.kind === 'rules' ? (rules ? kindOfRules(rules) : 'condition') : condition.kind,
    symbol: 'symbol' in condition ? condition.symbol : '',
    when: 'when' in condition ? condition.when : 'above',
    level: levelOf(condition),
    strategy:
      condition.kind === 'profit' && condition.strategyId !== null ? String(condition.strategyId) : '',
    repeat: rule.repeat,
    timeframe: rule.timeframe ?? '5m',
    until: rule.until ?? '',
    note: rule.note,
    channels: [...rule.channels],
    isUrgent: rule.isUrgent,
  };
};

/** The call of a form with its condition. */
export const inputOf = (form: RuleForm, condition: AlertCondition) => ({
  mode: form.mode,
  condition,
  repeat: form.repeat,
  timeframe: form.repeat === 'each-bar' && !isOfRules(form.kind) ? form.timeframe : null,
  until: form.until === '' ? null : form.until,
  note: form.note,
  channels: form.channels,
  isUrgent: form.isUrgent,
});
