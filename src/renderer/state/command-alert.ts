import { INDICATORS, type IndicatorName } from '../../shared/indicators/indicators.ts';
import type { Comparison, Timeframe } from '../../shared/rule-document.ts';
import type { Command, Fault, TypedSide } from './command.ts';
import { FILLERS, isAmong, isPrice, priceText, timeframeOf, tokensOf } from './command-tokens.ts';

const ABOVE: readonly string[] = ['>', '>=', 'above', 'over', 'ऊपर'];
const BELOW: readonly string[] = ['<', '<=', 'below', 'under', 'नीचे'];
const CROSSES: readonly string[] = ['cross', 'crosses', 'crossing', 'पार'];
const CLOSE: readonly string[] = ['close', 'price', 'ltp', 'क्लोज़', 'भाव'];
const IS: readonly string[] = ['is', 'when', 'जब', 'हो'];

/** Other words for indicators. Each is found by its own name too. */
const OTHER_NAMES: Readonly<Partial<Record<IndicatorName, readonly string[]>>> = {
  sma: ['ma', 'एसएमए'],
  ema: ['ईएमए'],
  vwap: ['वीवैप'],
  supertrend: ['सुपरट्रेंड'],
  psar: ['sar'],
  bollinger: ['bb', 'बोलिंजर'],
  rsi: ['आरएसआई'],
  stochastic: ['stoch'],
  macd: ['एमएसीडी'],
  'williams-r': ['williams', '%r'],
  adx: ['एडीएक्स'],
  atr: ['एटीआर'],
};

const indicatorOf = (token: string | undefined): IndicatorName | null =>
  INDICATORS.find(({ name }) => isAmong([name, ...(OTHER_NAMES[name] ?? [])], token))?.name ?? null;

const NUMBER = /^-?\d{1,12}(?:\.\d{1,6})?$/;
const numberOf = (token: string): number | null => {
  const plain = token.replaceAll(',', '');
  return NUMBER.test(plain) ? Number(plain) : null;
};

/** `rsi(14)` as the words `rsi 14`. */
const withoutBrackets = (text: string): string =>
  text.replaceAll(/\(([^()]*)\)/g, (_, inner: string) => ` ${inner.replaceAll(',', ' ')} `);

/** Numbers and candles behind an indicator; null where something else is among them. */
const numbersIn = (tokens: readonly string[]): { numbers: number[]; timeframe: Timeframe | null } | null => {
  const numbers: number[] = [];
  let timeframe: Timeframe | null = null;
  for (const token of tokens) {
    const number = numberOf(token);
    const candles = timeframeOf(token);
    if (number !== null) numbers.push(number);
    else if (candles !== null) timeframe = candles;
    else return null;
  }
  return { numbers, timeframe };
};

/** One side of a comparison; null where it is none. */
const sideOf = (tokens: readonly string[]): { side: TypedSide; timeframe: Timeframe | null } | null => {
  const [first, ...more] = tokens;
  if (first === undefined) return null;
  const name = indicatorOf(first);
  const read = numbersIn(name === null && !isAmong(CLOSE, first) ? tokens : more);
  if (!read) return null;
  const { numbers, timeframe } = read;
  if (name !== null) return { side: { kind: 'indicator', name, numbers }, timeframe };
  if (isAmong(CLOSE, first)) return numbers.length === 0 ? { side: { kind: 'close' }, timeframe } : null;
  const [value, ...others] = numbers;
  return value === undefined || others.length > 0 ? null : { side: { kind: 'number', value }, timeframe };
};

const STARTING_TIMEFRAME: Timeframe = '15m';

/** A command of an alert: at a price, or on an indicator at the close of candles. */
export const alertOf = (text: string): Command => {
  const wrong = (why: Fault): Command => ({ kind: 'wrong', verb: 'alert', why });
  const [, ...all] = tokensOf(withoutBrackets(text));
  const isCrossing = all.some((token) => isAmong(CROSSES, token));
  const isSign = (token: string): boolean => isAmong(ABOVE, token) || isAmong(BELOW, token);
  const at = all.findIndex((token) => isSign(token) || isAmong(CROSSES, token));
  if (at < 0) return wrong('no-level');
  const sign = all.find(isSign);
  const isSaid = (token: string): boolean =>
    ![FILLERS, IS, CROSSES].some((words) => isAmong(words, token)) && !isSign(token);
  const left = all.slice(0, at).filter(isSaid);
  const right = all.slice(at).filter(isSaid);
  if (right.length === 0) return wrong('no-level');
  const begin = left.findIndex((token) => indicatorOf(token) !== null || isAmong(CLOSE, token));
  const named = begin < 0 ? left : left.slice(0, begin);
  const candles = named.map(timeframeOf).find((timeframe) => timeframe !== null) ?? null;
  const words = named.filter((token) => timeframeOf(token) === null).join(' ');
  const first = begin < 0 ? null : sideOf(left.slice(begin));
  const second = sideOf(right);
  if (words === '') return wrong('no-symbol');
  const isOnCandles =
    first?.side.kind === 'indicator' || second?.side.kind === 'indicator' || candles !== null;
  if (!isOnCandles && (begin < 0 || first !== null)) {
    const price = right.length === 1 ? right.find(isPrice) : undefined;
    if (price === undefined) return wrong('no-level');
    const when = isCrossing ? 'crosses' : isAmong(ABOVE, sign) ? 'above' : 'below';
    return { kind: 'alert', words, when, price: priceText(price) };
  }
  if ((begin >= 0 && !first) || !second) return wrong('no-condition');
  const isAbove = sign === undefined || isAmong(ABOVE, sign);
  const compared: Comparison = sign === '>=' || sign === '<=' ? sign : isAbove ? '>' : '<';
  return {
    ...{ kind: 'condition', words },
    timeframe: candles ?? first?.timeframe ?? second.timeframe ?? STARTING_TIMEFRAME,
    left: first?.side ?? { kind: 'close' },
    operator: isCrossing ? (isAbove ? 'crosses-above' : 'crosses-below') : compared,
    right: second.side,
  };
};
