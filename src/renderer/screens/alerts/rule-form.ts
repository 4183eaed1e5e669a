import type { OutsideChannel, Repeat } from '../../../shared/alert-delivery.ts';
import type { AlertCondition, AlertRule } from '../../../shared/contract/alert-rules.ts';
import type { Mode } from '../../../shared/contract/fields.ts';
import { parseRupees, plainRupees } from '../../../shared/money.ts';
import type { RuleDocument, Timeframe } from '../../../shared/rule-document.ts';

export type ConditionKind = AlertCondition['kind'];

/** An alert rule as it is typed. */
export interface RuleForm {
  mode: Mode;
  kind: ConditionKind;
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
export const isLevel = (kind: ConditionKind, text: string): boolean => {
  if (kind === 'rules') return true;
  if (kind === 'price' || kind === 'profit' || kind === 'margin') return parseRupees(text) !== null;
  return numberOf(text) !== null;
};

/** Kinds of conditions about one instrument. */
export const asksSymbol = (kind: ConditionKind): boolean =>
  kind === 'price' || kind === 'change' || kind === 'rules' || kind === 'volatility';

/** The condition of a form; null while its rules are not chosen. `rules` are those of the chosen strategy. */
export const conditionIn = (form: RuleForm, rules: RuleDocument | null): AlertCondition | null => {
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
    case 'rules':
      return rules
        ? {
            ...{ kind, symbol, timeframe: rules.timeframe, condition: rules.entry },
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

/** A rule as it would be typed. */
export const formOf = (rule: AlertRule): RuleForm => {
  const { condition } = rule;
  return {
    mode: rule.mode,
    kind: condition.kind,
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
  timeframe: form.repeat === 'each-bar' && form.kind !== 'rules' ? form.timeframe : null,
  until: form.until === '' ? null : form.until,
  note: form.note,
  channels: form.channels,
  isUrgent: form.isUrgent,
});
