import { describeWatched } from '../../engine/rules/sentence.ts';
import type { Language } from '../../shared/languages.ts';
import { formatPercent, formatPercentChange, formatPrice, formatRupees } from '../../shared/money.ts';
import { inHindi } from '../../shared/server-text/hindi.ts';
import type { StoredCondition } from './rule-rows.ts';
import { symbolOfDocument } from './rule-rows.ts';

/** Value at which a condition fired, in its own unit. Null where it is no number. */
export type FiredValue = number | null;

/** A firing in words. `hidden` says the same without amounts of money. */
export interface FiredText {
  readonly title: string;
  readonly body: string;
  readonly hidden: string;
}

/** Text in a language. What is not known stays English. */
export const inLanguage = (text: string, language: Language): string =>
  language === 'hi' ? inHindi(text) : text;

const SECOND_MS = 1_000;

/** Name of whose result is meant. */
const whose = (name: string | null): string => name ?? 'all strategies';

/** Condition in English but for its rules, which are in the language. */
const englishOf = (condition: StoredCondition, name: string | null, language: Language): string => {
  switch (condition.kind) {
    case 'price': {
      const [symbol, price] = [condition.symbol, formatPrice(condition.price)];
      if (condition.when === 'above') return `${symbol} is at or above ${price}.`;
      return condition.when === 'below'
        ? `${symbol} is at or below ${price}.`
        : `${symbol} crosses ${price}.`;
    }
    case 'change': {
      const [symbol, percent] = [condition.symbol, formatPercentChange(condition.percent)];
      return condition.when === 'above'
        ? `${symbol} has changed by ${percent} or more today.`
        : `${symbol} has changed by ${percent} or less today.`;
    }
    case 'rules':
      return describeWatched(condition.document, language);
    case 'profit': {
      const amount = formatRupees(condition.amount);
      return condition.when === 'above'
        ? `The day's result of ${whose(name)} is at or above ${amount}.`
        : `The day's result of ${whose(name)} is at or below ${amount}.`;
    }
    case 'feed-age':
      return `No price has come for ${condition.ms / SECOND_MS} seconds in market hours.`;
    case 'volatility': {
      const [symbol, percent] = [condition.symbol, formatPercent(condition.percent)];
      return condition.when === 'above'
        ? `The implied volatility of ${symbol} is at or above ${percent}.`
        : `The implied volatility of ${symbol} is at or below ${percent}.`;
    }
    case 'margin':
      return `The margin used is at or above ${formatRupees(condition.amount)}.`;
  }
};

/** A condition in words. `name` is that of the strategy whose result it asks for. */
export const sentenceOf = (condition: StoredCondition, name: string | null, language: Language): string => {
  const text = englishOf(condition, name, language);
  return condition.kind === 'rules' ? text : inLanguage(text, language);
};

/** Words of what has no amount of money in it. */
const open = (body: string): Omit<FiredText, 'title'> => ({ body, hidden: body });

/** Text of a firing in English. Rules are in the language of their owner. */
export const firedText = (
  condition: StoredCondition,
  value: FiredValue,
  name: string | null,
  language: Language,
): FiredText => {
  const body = englishOf(condition, name, language);
  switch (condition.kind) {
    case 'price':
    case 'change':
      return {
        title: `Price alert: ${condition.symbol} at ${formatPrice(value ?? 0)}`,
        ...open(body),
      };
    case 'rules':
      return { title: `Rule alert: ${symbolOfDocument(condition.document)}`, ...open(body) };
    case 'profit': {
      const said = `The day's result of ${whose(name)} is ${formatRupees(value ?? 0)}.`;
      return {
        title: "Your limit of the day's result is reached",
        body: `${body} ${said}`,
        hidden: `The day's result of ${whose(name)} has reached your limit.`,
      };
    }
    case 'feed-age':
      return { title: 'Prices have stopped', ...open(body) };
    case 'volatility':
      return {
        title: `Volatility alert: ${condition.symbol} at ${formatPercent(value ?? 0)}`,
        ...open(body),
      };
    case 'margin':
      return {
        title: 'Your limit of margin is reached',
        body: `${body} It is ${formatRupees(value ?? 0)} now.`,
        hidden: 'The margin used has reached your limit.',
      };
  }
};
