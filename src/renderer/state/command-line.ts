import type { Command, Fault, OrderCommand, Verb } from './command.ts';
import { alertOf } from './command-alert.ts';
import { periodOf } from './command-period.ts';
import { FILLERS, isAmong, isPrice, priceText, timeframeOrMinutes, tokensOf } from './command-tokens.ts';

const VERBS: Readonly<Record<Verb, readonly string[]>> = {
  buy: ['buy', 'b', 'khareedo', 'kharido', 'खरीदो', 'खरीदें', 'खरीदिए', 'लो'],
  sell: ['sell', 's', 'becho', 'बेचो', 'बेचें', 'बेचिए'],
  alert: ['alert', 'अलर्ट', 'बताओ', 'बताएँ'],
  backtest: ['bt', 'backtest', 'बैकटेस्ट'],
  chart: ['chart', 'चार्ट'],
  scan: ['scan', 'स्कैन'],
};
const LOTS: readonly string[] = ['lot', 'lots', 'लॉट'];
/** Words before a price. */
const PRICES = {
  price: ['limit', 'लिमिट'],
  triggerPrice: ['trigger', 'ट्रिगर'],
  stopLoss: ['sl', 'stop', 'stoploss', 'stop-loss', 'स्टॉप', 'स्टॉप-लॉस'],
  target: ['target', 'tgt', 'टारगेट', 'लक्ष्य'],
} as const;
const INTRADAY: readonly string[] = ['intraday', 'mis', 'इंट्राडे'];
const OVERNIGHT: readonly string[] = ['delivery', 'overnight', 'carry', 'cnc', 'nrml', 'डिलीवरी'];

const verbOf = (token: string | undefined): Verb | null => {
  for (const [verb, words] of Object.entries(VERBS) as [Verb, readonly string[]][])
    if (isAmong(words, token)) return verb;
  return null;
};

const COUNT = /^\d{1,8}$/;
type PriceName = keyof typeof PRICES;

const priceNameOf = (token: string): PriceName | null => {
  for (const [name, words] of Object.entries(PRICES) as [PriceName, readonly string[]][])
    if (words.includes(token)) return name;
  return null;
};

const orderOf = (side: 'buy' | 'sell', rest: readonly string[]): Command => {
  const wrong = (why: Fault): Command => ({ kind: 'wrong', verb: side, why });
  const [amount = '', ...more] = rest;
  if (!COUNT.test(amount.replaceAll(',', ''))) return wrong('no-amount');
  const isLots = LOTS.includes(more[0] ?? '');
  const tokens = isLots ? more.slice(1) : more;
  const prices = new Map<PriceName, string>();
  const words: string[] = [];
  let product: OrderCommand['product'] = 'intraday';
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at] ?? '';
    const name = priceNameOf(token);
    if (name !== null) {
      const price = tokens[++at];
      if (!isPrice(price)) return wrong('no-price');
      if (prices.has(name)) return wrong('said-twice');
      prices.set(name, priceText(price));
    } else if (INTRADAY.includes(token)) product = 'intraday';
    else if (OVERNIGHT.includes(token)) product = 'delivery';
    else if (!FILLERS.includes(token)) words.push(token);
  }
  if (words.length === 0) return wrong('no-symbol');
  const [price = '', triggerPrice = ''] = [prices.get('price'), prices.get('triggerPrice')];
  if (triggerPrice !== '' && price === '') return wrong('no-limit');
  return {
    ...{ kind: 'order', side, amount: amount.replaceAll(',', ''), words: words.join(' '), product },
    sizeBy: isLots ? 'lots' : 'quantity',
    type: triggerPrice !== '' ? 'stop' : price !== '' ? 'limit' : 'market',
    ...{ price, triggerPrice },
    stopLoss: prices.get('stopLoss') ?? '',
    target: prices.get('target') ?? '',
  };
};

const backtestOf = (rest: readonly string[]): Command => {
  const wrong = (why: Fault): Command => ({ kind: 'wrong', verb: 'backtest', why });
  const { words, period } = periodOf(rest);
  if (period === 'wrong') return wrong('no-period');
  return words.length === 0 ? wrong('no-strategy') : { kind: 'backtest', words: words.join(' '), period };
};

const chartOf = (rest: readonly string[]): Command => {
  const words = rest.filter((token) => !FILLERS.includes(token));
  const last = words.at(-1) ?? '';
  const timeframe = timeframeOrMinutes(last);
  const named = timeframe === null ? words : words.slice(0, -1);
  if (named.length === 0) return { kind: 'wrong', verb: 'chart', why: 'no-symbol' };
  if (timeframe === null && /^\d{1,3}[a-z]?$/.test(last))
    return { kind: 'wrong', verb: 'chart', why: 'no-timeframe' };
  return { kind: 'chart', words: named.join(' '), timeframe };
};

/**
 * A text of the palette as a command, in English or Hindi; null of what begins with no verb. It does nothing: what comes of
 * it is shown first.
 */
export const parseCommand = (text: string): Command | null => {
  const [first, ...rest] = tokensOf(text);
  const verb = verbOf(first);
  if (verb === null || (rest.length === 0 && (first?.length ?? 0) < 2)) return null;
  switch (verb) {
    case 'buy':
    case 'sell':
      return orderOf(verb, rest);
    case 'alert':
      return alertOf(text);
    case 'backtest':
      return backtestOf(rest);
    // Alone, these are the names of pages.
    case 'chart':
      return rest.length === 0 ? null : chartOf(rest);
    case 'scan':
      return rest.length === 0 ? null : { kind: 'scan', words: rest.join(' ') };
  }
};
