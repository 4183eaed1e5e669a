import { parseRupees } from '../../shared/money.ts';

/** An order as it is typed; prices as text, in rupees. */
export interface OrderCommand {
  readonly kind: 'order';
  readonly side: 'buy' | 'sell';
  readonly sizeBy: 'quantity' | 'lots';
  readonly amount: string;
  /** Words that name what is ordered, such as `nifty 24500 ce`. */
  readonly words: string;
  readonly type: 'market' | 'limit' | 'stop';
  readonly price: string;
  readonly triggerPrice: string;
  readonly stopLoss: string;
  readonly target: string;
  readonly product: 'intraday' | 'delivery';
}

export type Command =
  | OrderCommand
  | {
      readonly kind: 'alert';
      readonly words: string;
      readonly when: 'above' | 'below';
      readonly price: string;
    }
  | { readonly kind: 'backtest'; readonly words: string }
  /** It begins with a verb, and something is missing or wrong. */
  | { readonly kind: 'wrong'; readonly verb: Verb; readonly why: Fault };

export type Verb = 'buy' | 'sell' | 'alert' | 'backtest';
export type Fault =
  'no-amount' | 'no-symbol' | 'no-price' | 'no-limit' | 'no-level' | 'no-strategy' | 'said-twice';

const VERBS: Readonly<Record<Verb, readonly string[]>> = {
  buy: ['buy', 'b', 'khareedo', 'kharido', 'खरीदो', 'खरीदें', 'खरीदिए', 'लो'],
  sell: ['sell', 's', 'becho', 'बेचो', 'बेचें', 'बेचिए'],
  alert: ['alert', 'अलर्ट', 'बताओ', 'बताएँ'],
  backtest: ['bt', 'backtest', 'बैकटेस्ट'],
};
const LOTS: readonly string[] = ['lot', 'lots', 'लॉट'];
const FILLERS: readonly string[] = ['of', 'at', 'का', 'की', 'के', 'पर'];
const ABOVE: readonly string[] = ['>', '>=', 'above', 'ऊपर'];
const BELOW: readonly string[] = ['<', '<=', 'below', 'नीचे'];
/** Words before a price. */
const PRICES = {
  price: ['limit', 'लिमिट'],
  triggerPrice: ['trigger', 'ट्रिगर'],
  stopLoss: ['sl', 'stop', 'stoploss', 'stop-loss', 'स्टॉप', 'स्टॉप-लॉस'],
  target: ['target', 'tgt', 'टारगेट', 'लक्ष्य'],
} as const;
const INTRADAY: readonly string[] = ['intraday', 'mis', 'इंट्राडे'];
const OVERNIGHT: readonly string[] = ['delivery', 'overnight', 'carry', 'cnc', 'nrml', 'डिलीवरी'];

const DEVANAGARI_ZERO = '०'.charCodeAt(0);

/** Words of a text in one spelling. Digits are those of everywhere, signs stand apart. */
const tokensOf = (text: string): string[] =>
  text
    .normalize('NFC')
    // ख़ and its like are written with and without their dot.
    .replaceAll('\u093c', '')
    .replaceAll(/[०-९]/g, (digit) => String(digit.charCodeAt(0) - DEVANAGARI_ZERO))
    .replaceAll(/(>=?|<=?)/g, ' $1 ')
    .replaceAll('₹', ' ')
    .toLowerCase()
    .split(/\s+/)
    .filter((token) => token !== '');

const verbOf = (token: string | undefined): Verb | null => {
  for (const [verb, words] of Object.entries(VERBS) as [Verb, readonly string[]][])
    if (token !== undefined && words.some((word) => word.replaceAll('\u093c', '') === token)) return verb;
  return null;
};

const COUNT = /^\d{1,8}$/;
const isPrice = (token: string | undefined): token is string =>
  token !== undefined && (parseRupees(token.replaceAll(',', '')) ?? 0) > 0;
const priceText = (token: string): string => token.replaceAll(',', '');

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

const alertOf = (rest: readonly string[]): Command => {
  const wrong = (why: Fault): Command => ({ kind: 'wrong', verb: 'alert', why });
  const at = rest.findIndex((token) => ABOVE.includes(token) || BELOW.includes(token));
  const sign = rest[at];
  const price = rest.slice(at + 1).find(isPrice);
  if (sign === undefined || price === undefined) return wrong('no-level');
  const words = rest
    .slice(0, at)
    .filter((token) => !FILLERS.includes(token))
    .join(' ');
  if (words === '') return wrong('no-symbol');
  return { kind: 'alert', words, when: ABOVE.includes(sign) ? 'above' : 'below', price: priceText(price) };
};

/**
 * A text of the palette as a command, in English or Hindi; null of what begins with no verb. It does nothing: what comes of
 * it is shown first.
 */
export const parseCommand = (text: string): Command | null => {
  const [first, ...rest] = tokensOf(text);
  const verb = verbOf(first);
  if (verb === null || (rest.length === 0 && (first?.length ?? 0) < 2)) return null;
  if (verb === 'alert') return alertOf(rest);
  if (verb !== 'backtest') return orderOf(verb, rest);
  const words = rest.filter((token) => !/^\d+[ymd]$/.test(token)).join(' ');
  return words === '' ? { kind: 'wrong', verb, why: 'no-strategy' } : { kind: 'backtest', words };
};
