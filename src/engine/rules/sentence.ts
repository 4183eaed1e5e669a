import type { Indicator } from '../../shared/indicators/indicators.ts';
import type { Language } from '../../shared/languages.ts';
import { formatRupees, PAISE_PER_RUPEE } from '../../shared/money.ts';
import {
  type Condition,
  type Distance,
  type RuleDocument,
  type Variable,
} from '../../shared/rule-document.ts';
import { otherSide } from '../protection.ts';
import { entriesUntil } from '../session-guard.ts';
import { unreadParts } from './reading.ts';
import { ENGLISH_PHRASES } from './english-phrases.ts';
import { HINDI_PHRASES } from './hindi-phrases.ts';
import { describeOperand, indicatorText } from './operand-text.ts';
import type { RulePhrases } from './sentence-phrases.ts';
import { type Unit, unitOf } from './unit.ts';

/** A rule document in words, some sentences a part; a part that does not apply is an empty text. */
export interface RuleSentences {
  readonly headline: string;
  readonly variables: string;
  readonly entry: string;
  readonly rotation: string;
  readonly exit: string;
  readonly risk: string;
  readonly size: string;
  readonly session: string;
}

export const PHRASES: Readonly<Record<Language, RulePhrases>> = { en: ENGLISH_PHRASES, hi: HINDI_PHRASES };

/** Line of an indicator that has a direction: above zero it points up. */
const lineOf = (indicator: Indicator): string | null =>
  'output' in indicator && indicator.output === 'direction'
    ? indicatorText({ ...indicator, output: 'line' })
    : null;

/** A comparison of a direction or an open position, in words. Both are yes or no, so they are said as such. */
export const describeFlag = (
  { left, operator, right }: Extract<Condition, { kind: 'compare' }>,
  phrases: RulePhrases,
): string | null => {
  if (right.kind !== 'constant') return null;
  const line = left.kind === 'indicator' && right.value === 0 ? lineOf(left.indicator) : null;
  if (line) return phrases.direction(operator, line);
  if (operator !== '>' && operator !== '<') return null;
  const isFlag = left.kind === 'position' && left.field === 'is-open' && right.value >= 0 && right.value <= 1;
  return isFlag ? phrases.isOpen(operator === '>') : null;
};

/** The phrases of a language, and the variables that the rules have. */
interface Words {
  readonly phrases: RulePhrases;
  readonly variables: readonly Variable[] | undefined;
}

const describeComparison = (
  condition: Extract<Condition, { kind: 'compare' }>,
  { phrases, variables }: Words,
): string => {
  const flag = describeFlag(condition, phrases);
  if (flag) return flag;
  const { left, operator, right } = condition;
  const other = describeOperand(right, phrases, unitOf(left, variables));
  const what = describeOperand(left, phrases);
  const isWhen = left.kind === 'time-of-day' || left.kind === 'weekday';
  return isWhen ? phrases.compareTime(operator, what, other) : phrases.compare(operator, what, other);
};

const bracketed = (text: string, isInside: boolean): string => (isInside ? `(${text})` : text);

/**
 * A condition as a clause without a full stop. What stands inside a group and could be read on into its neighbours is
 * put in brackets.
 */
const describeCondition = (condition: Condition, words: Words, isInside = false): string => {
  const { phrases, variables } = words;
  const held = (text: string, candles: number): string =>
    candles === 1 ? text : phrases.held(text, candles);
  switch (condition.kind) {
    case 'compare':
      return held(describeComparison(condition, words), condition.forBars);
    case 'between': {
      const { value, low, high, forBars } = condition;
      const unit = unitOf(value, variables);
      const [from, to] = [low, high].map((end) => describeOperand(end, phrases, unit)) as [string, string];
      const what = describeOperand(value, phrases);
      return held(from === to ? phrases.equals(what, from) : phrases.between(what, from, to), forBars);
    }
    case 'all':
    case 'any': {
      const [only, ...others] = condition.conditions;
      if (only && others.length === 0) return describeCondition(only, words, isInside);
      const parts = condition.conditions.map((part) => describeCondition(part, words, true));
      return bracketed(phrases.listed(parts, condition.kind === 'all' ? 'and' : 'or'), isInside);
    }
    case 'not':
      return bracketed(phrases.not(describeCondition(condition.condition, words, true)), isInside);
  }
};

const describeDistance = (distance: Distance, phrases: RulePhrases): string => {
  switch (distance.kind) {
    case 'percent':
      return `${distance.value}%`;
    case 'points':
      return formatRupees(distance.rupees * PAISE_PER_RUPEE);
    case 'atr':
      return phrases.atrDistance(distance.multiple, indicatorText({ name: 'atr', period: distance.period }));
  }
};

const spaced = (sentences: readonly (string | null)[]): string =>
  sentences.filter((sentence) => sentence !== null && sentence !== '').join(' ');

const sidesOf = ({ side, reverse }: RuleDocument) => (reverse ? 'both' : side);

const describeVariable = (variable: Variable, words: Words): string => {
  const { phrases } = words;
  const { name, candles } = variable;
  const condition = describeCondition(variable.when, words);
  return spaced([
    variable.kind === 'counter'
      ? phrases.counter({ name, candles, condition })
      : phrases.kept({
          name,
          value: describeOperand(variable.value, phrases),
          keep: variable.keep,
          candles,
          condition,
        }),
    variable.reset && phrases.reset(describeCondition(variable.reset, words)),
  ]);
};

/** The entries of rules; of those that trade both sides one after the other, the long one first. */
const describeEntry = (document: RuleDocument, words: Words): string => {
  const { phrases } = words;
  const { side, entry, reverse, rotation } = document;
  const own = describeCondition(entry, words);
  if (!reverse) return phrases.entry(own, rotation !== null);
  const other = describeCondition(reverse.entry, words);
  return side === 'long' ? phrases.reverse(own, other) : phrases.reverse(other, own);
};

const describeExit = ({ side, exit, reverse }: RuleDocument, words: Words): string => {
  const { phrases } = words;
  if (!reverse) return exit ? phrases.exit(describeCondition(exit, words)) : '';
  return spaced([
    exit && phrases.exitOf(side, describeCondition(exit, words)),
    reverse.exit && phrases.exitOf(otherSide(side), describeCondition(reverse.exit, words)),
  ]);
};

const describeRisk = (document: RuleDocument, phrases: RulePhrases): string => {
  const { stopLoss, target, trailing, partialExits } = document;
  const side = sidesOf(document);
  const distanceText = (distance: Distance): string => describeDistance(distance, phrases);
  const isUnprotected = !stopLoss && !target && !trailing;
  return spaced([
    isUnprotected ? phrases.noProtection : null,
    stopLoss && phrases.stopLoss(distanceText(stopLoss), side),
    target && phrases.target(distanceText(target), side),
    trailing && phrases.trailing(distanceText(trailing), side),
    partialExits.length === 0
      ? null
      : phrases.partialExits(
          partialExits.map(({ percent, distance }) => ({ percent, distance: distanceText(distance) })),
          side,
        ),
  ]);
};

const describeSize = ({ size }: RuleDocument, phrases: RulePhrases): string => {
  switch (size.kind) {
    case 'fixed':
      return phrases.size.fixed(size.quantity);
    case 'capital-percent':
      return phrases.size.capital(size.percent);
    case 'risk-percent':
      return phrases.size.risk(size.percent);
    case 'equal-weight':
      return phrases.size.equal;
  }
};

const describeEntries = (document: RuleDocument, phrases: RulePhrases): string => {
  const { maxEntries, stopLoss, target, trailing, partialExits } = document;
  if (maxEntries === 1) return '';
  const isProtected = (stopLoss ?? target ?? trailing ?? partialExits[0]) !== undefined;
  return phrases.entries(maxEntries, isProtected);
};

const describeRotation = ({ rotation }: RuleDocument, phrases: RulePhrases): string => {
  if (!rotation) return '';
  const { every, rankBy, best, hold, reweigh } = rotation;
  return phrases.rotation({
    every,
    rankBy: describeOperand(rankBy, phrases),
    best,
    hold,
    isReweighed: reweigh,
  });
};

const describeSession = (document: RuleDocument, phrases: RulePhrases): string => {
  const { rotation, timeframe, window, maxTradesPerDay, reentry, product, squareOffTime } = document;
  // A rotation trades when it is ranked anew, and as often as that takes.
  if (rotation) return '';
  return spaced([
    timeframe === '1d' ? null : phrases.window(window.from, entriesUntil(document)),
    phrases.trades(maxTradesPerDay),
    reentry ? null : phrases.noReentry,
    product === 'intraday' ? phrases.squareOff(squareOffTime) : null,
  ]);
};

const NAMED_INSTRUMENTS = 4;

const describeInstruments = (symbols: readonly string[], phrases: RulePhrases): string =>
  symbols.length <= NAMED_INSTRUMENTS
    ? phrases.listed(symbols, 'and')
    : phrases.andMore(symbols.slice(0, NAMED_INSTRUMENTS - 1), symbols.length - NAMED_INSTRUMENTS + 1);

/** The rules of a strategy as sentences that a trader reads. */
export const describeRules = (document: RuleDocument, language: Language): RuleSentences => {
  const phrases = PHRASES[language];
  const { instruments, universe, timeframe, product, variables } = document;
  const words = { phrases, variables };
  return {
    headline: phrases.headline(
      sidesOf(document),
      universe ? phrases.members(universe.index) : describeInstruments(instruments, phrases),
      phrases.timeframes[timeframe],
      product,
    ),
    variables: spaced((variables ?? []).map((variable) => describeVariable(variable, words))),
    entry: describeEntry(document, words),
    rotation: describeRotation(document, phrases),
    exit: describeExit(document, words),
    risk: describeRisk(document, phrases),
    size: spaced([describeSize(document, phrases), describeEntries(document, phrases)]),
    session: describeSession(document, phrases),
  };
};

/** Sentence for the entry condition of rules, on their first instrument. Without the orders. */
export const describeWatched = (
  { instruments, timeframe, entry, variables }: RuleDocument,
  language: Language,
): string => {
  const phrases = PHRASES[language];
  const condition = describeCondition(entry, { phrases, variables });
  return phrases.watched(instruments[0] ?? '', phrases.timeframes[timeframe], condition);
};

/** A part of a rule in words. `values` are its operands in reading order, with their units. */
export interface PartText {
  readonly sentence: string;
  readonly values: readonly { readonly what: string; readonly unit: Unit }[];
}

/** The parts of the entry rule in words, as `entryParts` has them. */
export const describeEntryParts = (
  { entry, variables }: Pick<RuleDocument, 'entry' | 'variables'>,
  language: Language,
): PartText[] => {
  const phrases = PHRASES[language];
  return unreadParts(entry).map(({ condition, operands }) => ({
    sentence: describeCondition(condition, { phrases, variables }),
    values: operands.map(({ operand }) => ({
      what: describeOperand(operand, phrases),
      unit: unitOf(operand, variables),
    })),
  }));
};
