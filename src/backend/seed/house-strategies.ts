import type { RuleDocumentInput } from '../../shared/rule-document.ts';
import { INSTRUMENT_MASTER } from '../market/instrument-master.ts';
import { all, any, atr, barsHeld, close, indicator, is, number, percent, price } from './rule-text.ts';

/** A strategy that ships with the program. Its figures come from running it, never from here. */
export interface HouseStrategy {
  readonly author: string;
  readonly name: string;
  readonly summary: string;
  readonly risk: 'low' | 'medium' | 'high';
  /** Paise. */
  readonly capital: number;
  readonly minimumCapital: number;
  readonly document: RuleDocumentInput;
}

/** An author of shipped strategies. */
export interface HouseAuthor {
  readonly name: string;
  readonly bio: string;
}

export const HOUSE_AUTHORS: readonly HouseAuthor[] = [
  { name: 'Meera Nair', bio: 'Index day trading with few, clear rules and a stop on every trade.' },
  { name: 'Arjun Rao', bio: 'Bank Nifty momentum and fades, out by mid-afternoon.' },
  { name: 'Kavya Iyer', bio: 'Intraday setups in large, liquid shares.' },
  { name: 'Rohan Mehta', bio: 'Swing trading for delivery: trends on daily candles, patience in between.' },
  { name: 'Farah Khan', bio: 'Mean reversion: buys weakness that has begun to turn.' },
];

const LAKH = 1_00_000_00;
const indexDay = {
  timeframe: '1m',
  product: 'intraday',
  size: { kind: 'capital-percent', percent: 45 },
} as const;
const shareDay = { product: 'intraday', size: { kind: 'capital-percent', percent: 30 } } as const;
const swing = {
  timeframe: '1d',
  side: 'long',
  product: 'delivery',
  size: { kind: 'capital-percent', percent: 20 },
} as const;

const ema = (period: number) => indicator({ name: 'ema', period });
const sma = (period: number) => indicator({ name: 'sma', period });
const rsi = (period: number) => indicator({ name: 'rsi', period });
const supertrend = (period: number, multiplier: number) =>
  indicator({ name: 'supertrend', period, multiplier, output: 'direction' });

const INDEX_STRATEGIES: readonly HouseStrategy[] = [
  {
    author: 'Meera Nair',
    name: 'Nifty Morning Breakout',
    summary: 'Buys Nifty when the morning breaks above its last half hour, and lets the trend run.',
    risk: 'medium',
    capital: 10 * LAKH,
    minimumCapital: 10 * LAKH,
    document: {
      ...indexDay,
      version: 1,
      instruments: ['NIFTY'],
      side: 'long',
      entry: is(close, 'crosses-above', indicator({ name: 'highest', period: 30 }, 1)),
      stopLoss: percent(0.5),
      trailing: percent(0.9),
      window: { from: '09:45', to: '12:30' },
      maxTradesPerDay: 1,
    },
  },
  {
    author: 'Meera Nair',
    name: 'Nifty EMA Ride',
    summary: 'Follows the 20 and 60 minute averages of Nifty upwards.',
    risk: 'medium',
    capital: 10 * LAKH,
    minimumCapital: 10 * LAKH,
    document: {
      ...indexDay,
      version: 1,
      instruments: ['NIFTY'],
      side: 'long',
      entry: is(ema(20), 'crosses-above', ema(60)),
      exit: is(ema(20), 'crosses-below', ema(60)),
      stopLoss: percent(0.6),
      maxTradesPerDay: 2,
    },
  },
  {
    author: 'Meera Nair',
    name: 'Nifty Bollinger Snap',
    summary: 'Buys Nifty as it comes back inside its lower Bollinger band.',
    risk: 'medium',
    capital: 10 * LAKH,
    minimumCapital: 10 * LAKH,
    document: {
      ...indexDay,
      version: 1,
      instruments: ['NIFTY'],
      side: 'long',
      entry: is(
        close,
        'crosses-above',
        indicator({ name: 'bollinger', period: 60, deviations: 2.4, output: 'lower' }),
      ),
      exit: is(close, '>', indicator({ name: 'bollinger', period: 60, deviations: 2.4, output: 'upper' })),
      stopLoss: percent(0.5),
      target: percent(1),
      maxTradesPerDay: 2,
    },
  },
  {
    author: 'Meera Nair',
    name: 'Nifty MACD Pulse',
    summary: 'Enters Nifty on a fresh MACD turn above zero and leaves after two hours at the latest.',
    risk: 'medium',
    capital: 10 * LAKH,
    minimumCapital: 10 * LAKH,
    document: {
      ...indexDay,
      version: 1,
      instruments: ['NIFTY'],
      side: 'long',
      entry: all(
        is(
          indicator({ name: 'macd', fast: 24, slow: 52, signal: 18, output: 'histogram' }),
          'crosses-above',
          number(0),
        ),
        is(close, '>', sma(120)),
      ),
      exit: is(barsHeld, '>=', number(120)),
      stopLoss: percent(0.5),
      target: percent(1),
      maxTradesPerDay: 2,
    },
  },
  {
    author: 'Meera Nair',
    name: 'Nifty Slide',
    summary: 'Sells Nifty short when it falls out of its last hour and a half.',
    risk: 'high',
    capital: 10 * LAKH,
    minimumCapital: 10 * LAKH,
    document: {
      ...indexDay,
      version: 1,
      instruments: ['NIFTY'],
      side: 'short',
      entry: is(close, 'crosses-below', indicator({ name: 'donchian', period: 90, output: 'lower' }, 1)),
      stopLoss: percent(0.5),
      trailing: percent(0.9),
      maxTradesPerDay: 1,
    },
  },
  {
    author: 'Arjun Rao',
    name: 'Bank Nifty Momentum',
    summary: 'Joins Bank Nifty when a strong twenty minutes meet a firm RSI.',
    risk: 'high',
    capital: 10 * LAKH,
    minimumCapital: 10 * LAKH,
    document: {
      ...indexDay,
      version: 1,
      instruments: ['BANKNIFTY'],
      side: 'long',
      entry: all(
        is(indicator({ name: 'roc', period: 20 }), '>', number(0.3)),
        is(rsi(21), 'crosses-above', number(60)),
      ),
      exit: is(rsi(21), '<', number(40)),
      stopLoss: percent(0.6),
      target: percent(1.4),
      maxTradesPerDay: 2,
    },
  },
  {
    author: 'Arjun Rao',
    name: 'Bank Nifty Supertrend',
    summary: 'Rides Bank Nifty for as long as its supertrend points up.',
    risk: 'medium',
    capital: 10 * LAKH,
    minimumCapital: 10 * LAKH,
    document: {
      ...indexDay,
      version: 1,
      instruments: ['BANKNIFTY'],
      side: 'long',
      entry: is(supertrend(20, 5), 'crosses-above', number(0)),
      exit: is(supertrend(20, 5), '<', number(0)),
      stopLoss: percent(0.8),
      maxTradesPerDay: 2,
    },
  },
  {
    author: 'Arjun Rao',
    name: 'Bank Nifty Fade',
    summary: 'Sells Bank Nifty short once an overbought RSI starts to fall.',
    risk: 'high',
    capital: 10 * LAKH,
    minimumCapital: 10 * LAKH,
    document: {
      ...indexDay,
      version: 1,
      instruments: ['BANKNIFTY'],
      side: 'short',
      entry: is(rsi(21), 'crosses-below', number(67)),
      exit: any(is(rsi(21), '<', number(38)), is(barsHeld, '>=', number(90))),
      stopLoss: percent(0.6),
      maxTradesPerDay: 2,
    },
  },
  {
    author: 'Arjun Rao',
    name: 'Bank Nifty Stochastic Turn',
    summary: 'Buys Bank Nifty when a washed-out stochastic turns up.',
    risk: 'medium',
    capital: 10 * LAKH,
    minimumCapital: 10 * LAKH,
    document: {
      ...indexDay,
      version: 1,
      instruments: ['BANKNIFTY'],
      side: 'long',
      entry: all(
        is(
          indicator({ name: 'stochastic', kPeriod: 45, kSmoothing: 9, dPeriod: 9, output: 'k' }),
          'crosses-above',
          indicator({ name: 'stochastic', kPeriod: 45, kSmoothing: 9, dPeriod: 9, output: 'd' }),
        ),
        is(
          indicator({ name: 'stochastic', kPeriod: 45, kSmoothing: 9, dPeriod: 9, output: 'd' }),
          '<',
          number(18),
        ),
      ),
      exit: is(barsHeld, '>=', number(100)),
      stopLoss: percent(0.6),
      target: percent(1.2),
      maxTradesPerDay: 2,
    },
  },
  {
    author: 'Farah Khan',
    name: 'Nifty Quick Dip',
    summary: 'Buys a sharp, short dip in Nifty and sells the bounce.',
    risk: 'high',
    capital: 10 * LAKH,
    minimumCapital: 10 * LAKH,
    document: {
      ...indexDay,
      version: 1,
      instruments: ['NIFTY'],
      side: 'long',
      entry: is(rsi(9), 'crosses-above', number(28)),
      exit: any(is(rsi(9), '>', number(66)), is(barsHeld, '>=', number(30))),
      stopLoss: percent(0.3),
      maxTradesPerDay: 4,
    },
  },
];

const SHARE_STRATEGIES: readonly HouseStrategy[] = [
  {
    author: 'Kavya Iyer',
    name: 'Reliance VWAP Reclaim',
    summary: 'Buys Reliance when it takes its volume-weighted price back.',
    risk: 'low',
    capital: 2 * LAKH,
    minimumCapital: 25_000_00,
    document: {
      ...shareDay,
      version: 1,
      size: { kind: 'capital-percent', percent: 90 },
      instruments: ['RELIANCE'],
      timeframe: '5m',
      side: 'long',
      entry: all(is(close, 'crosses-above', indicator({ name: 'vwap' })), is(rsi(14), '>', number(50))),
      exit: is(close, '<', indicator({ name: 'vwap' }), 4),
      stopLoss: percent(0.8),
      target: percent(1.6),
      window: { from: '09:45', to: '14:00' },
      maxTradesPerDay: 2,
    },
  },
  {
    author: 'Kavya Iyer',
    name: 'Bank Shares Trend',
    summary: 'Five large banks on 15-minute candles: averages cross while the trend is strong.',
    risk: 'medium',
    capital: 4 * LAKH,
    minimumCapital: 1 * LAKH,
    document: {
      ...shareDay,
      version: 1,
      instruments: ['HDFCBANK', 'ICICIBANK', 'SBIN', 'AXISBANK', 'KOTAKBANK'],
      timeframe: '15m',
      side: 'long',
      entry: all(
        is(ema(9), 'crosses-above', ema(21)),
        is(indicator({ name: 'adx', period: 14 }), '>', number(18)),
      ),
      exit: is(ema(9), 'crosses-below', ema(21)),
      stopLoss: percent(0.9),
      target: percent(1.8),
      maxTradesPerDay: 6,
    },
  },
  {
    author: 'Kavya Iyer',
    name: 'Software Pullback',
    summary: 'Buys software shares that turn up from an oversold half-hour.',
    risk: 'medium',
    capital: 4 * LAKH,
    minimumCapital: 1 * LAKH,
    document: {
      ...shareDay,
      version: 1,
      instruments: ['INFY', 'TCS', 'HCLTECH', 'WIPRO', 'TECHM'],
      timeframe: '15m',
      side: 'long',
      entry: is(rsi(10), 'crosses-above', number(32)),
      exit: is(rsi(10), '>', number(62)),
      stopLoss: percent(0.9),
      maxTradesPerDay: 6,
    },
  },
  {
    author: 'Kavya Iyer',
    name: 'Metals Breakout',
    summary: 'Metal shares that leave a three-hour range, with a stop that breathes with volatility.',
    risk: 'high',
    capital: 4 * LAKH,
    minimumCapital: 1 * LAKH,
    document: {
      ...shareDay,
      version: 1,
      size: { kind: 'risk-percent', percent: 0.5 },
      instruments: ['TATASTEEL', 'JSWSTEEL', 'HINDALCO'],
      timeframe: '5m',
      side: 'long',
      entry: is(close, 'crosses-above', indicator({ name: 'donchian', period: 36, output: 'upper' }, 1)),
      stopLoss: atr(2.5),
      trailing: atr(3.5),
      maxTradesPerDay: 4,
    },
  },
  {
    author: 'Farah Khan',
    name: 'Auto Overbought Fade',
    summary: 'Sells overheated car makers short for the rest of the day.',
    risk: 'high',
    capital: 4 * LAKH,
    minimumCapital: 1 * LAKH,
    document: {
      ...shareDay,
      version: 1,
      instruments: ['TATAMOTORS', 'M&M', 'MARUTI', 'BAJAJ-AUTO'],
      timeframe: '15m',
      side: 'short',
      entry: is(rsi(10), 'crosses-below', number(70)),
      exit: is(rsi(10), '<', number(42)),
      stopLoss: percent(0.9),
      maxTradesPerDay: 4,
    },
  },
];

const LEADERS = [
  'RELIANCE',
  'HDFCBANK',
  'ICICIBANK',
  'INFY',
  'TCS',
  'LT',
  'ITC',
  'BHARTIARTL',
  'SBIN',
  'MARUTI',
];
const WIDE = [
  ...LEADERS,
  'AXISBANK',
  'SUNPHARMA',
  'TITAN',
  'NTPC',
  'TATASTEEL',
  'M&M',
  'HINDUNILVR',
  'BAJFINANCE',
];

/** Every share of the instrument master: the NIFTY 50 as it is today. */
const NIFTY_50 = INSTRUMENT_MASTER.filter(({ kind }) => kind === 'equity').map(({ symbol }) => symbol);

const SWING_STRATEGIES: readonly HouseStrategy[] = [
  {
    author: 'Rohan Mehta',
    name: 'Nifty Leaders Trend',
    summary: 'Holds large shares while their 10-day average is above the 30-day one.',
    risk: 'low',
    capital: 5 * LAKH,
    minimumCapital: 1 * LAKH,
    document: {
      ...swing,
      version: 1,
      instruments: LEADERS,
      entry: is(sma(10), 'crosses-above', sma(30)),
      exit: is(sma(10), 'crosses-below', sma(30)),
      stopLoss: percent(7),
    },
  },
  {
    author: 'Rohan Mehta',
    name: 'Twenty-Day Turtle',
    summary: 'The classic breakout: a new 20-day high in, a new 10-day low out.',
    risk: 'medium',
    capital: 5 * LAKH,
    minimumCapital: 1 * LAKH,
    document: {
      ...swing,
      version: 1,
      instruments: WIDE,
      entry: is(close, '>', indicator({ name: 'highest', period: 20 }, 1)),
      exit: is(close, '<', indicator({ name: 'lowest', period: 10 }, 1)),
      stopLoss: atr(2.5, 20),
    },
  },
  {
    author: 'Rohan Mehta',
    name: 'Supertrend Delivery',
    summary: 'Buys when the daily supertrend turns up and holds until it turns down.',
    risk: 'medium',
    capital: 5 * LAKH,
    minimumCapital: 1 * LAKH,
    document: {
      ...swing,
      version: 1,
      instruments: WIDE,
      entry: is(supertrend(10, 3), 'crosses-above', number(0)),
      exit: is(supertrend(10, 3), '<', number(0)),
      stopLoss: percent(9),
    },
  },
  {
    author: 'Farah Khan',
    name: 'RSI Dip Buyer',
    summary: 'Buys good shares that recover from a weak fortnight.',
    risk: 'low',
    capital: 5 * LAKH,
    minimumCapital: 1 * LAKH,
    document: {
      ...swing,
      version: 1,
      instruments: WIDE,
      entry: is(rsi(14), 'crosses-above', number(36)),
      exit: any(is(rsi(14), '>', number(62)), is(barsHeld, '>=', number(20))),
      stopLoss: percent(6),
    },
  },
  {
    author: 'Farah Khan',
    name: 'Three Red Days',
    summary: 'Buys after three falling closes in a row and sells the first strong one.',
    risk: 'medium',
    capital: 5 * LAKH,
    minimumCapital: 1 * LAKH,
    document: {
      ...swing,
      version: 1,
      instruments: LEADERS,
      entry: is(close, '<', price('close', 1), 3),
      exit: any(is(close, '>', price('high', 1)), is(barsHeld, '>=', number(7))),
      stopLoss: percent(5),
    },
  },
];

const PORTFOLIO_STRATEGIES: readonly HouseStrategy[] = [
  {
    author: 'Rohan Mehta',
    name: 'Nifty 50 Momentum',
    summary:
      'Every month the ten shares of the Nifty 50 that have risen most in half a year, in equal parts.',
    risk: 'medium',
    capital: 5 * LAKH,
    minimumCapital: 5 * LAKH,
    document: {
      version: 1,
      timeframe: '1d',
      side: 'long',
      product: 'delivery',
      instruments: NIFTY_50,
      entry: is(close, '>', sma(100)),
      size: { kind: 'equal-weight' },
      rotation: { rankBy: indicator({ name: 'roc', period: 126 }), hold: 10, every: 'month' },
    },
  },
];

/** The strategies of a first start. */
export const HOUSE_STRATEGIES: readonly HouseStrategy[] = [
  ...INDEX_STRATEGIES,
  ...SHARE_STRATEGIES,
  ...SWING_STRATEGIES,
  ...PORTFOLIO_STRATEGIES,
];
