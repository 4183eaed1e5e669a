import { formatCount } from '../../shared/money.ts';
import type { Comparison } from '../../shared/rule-document.ts';
import type { RulePhrases } from './sentence-phrases.ts';

const COMPARISONS: Readonly<Record<Comparison, string>> = {
  '>': 'से ऊपर हो',
  '<': 'से नीचे हो',
  '>=': 'पर या उससे ऊपर हो',
  '<=': 'पर या उससे नीचे हो',
  'crosses-above': 'को ऊपर की ओर पार करे',
  'crosses-below': 'को नीचे की ओर पार करे',
};

const TIMES: Readonly<Record<Comparison, string>> = {
  '>': 'के बाद हो',
  '<': 'से पहले हो',
  '>=': 'या उसके बाद हो',
  '<=': 'या उससे पहले हो',
  'crosses-above': 'को पार करे',
  'crosses-below': 'से पीछे लौटे',
};

const NEEDS: Readonly<Record<Comparison, string>> = {
  '>': 'से ऊपर चाहिए',
  '<': 'से नीचे चाहिए',
  '>=': 'पर या उससे ऊपर चाहिए',
  '<=': 'पर या उससे नीचे चाहिए',
  'crosses-above': 'को ऊपर की ओर पार करना चाहिए',
  'crosses-below': 'को नीचे की ओर पार करना चाहिए',
};

const NEEDED_TIMES: Readonly<Record<Comparison, string>> = {
  '>': 'के बाद चाहिए',
  '<': 'से पहले चाहिए',
  '>=': 'या उसके बाद चाहिए',
  '<=': 'या उससे पहले चाहिए',
  'crosses-above': 'को पार करना चाहिए',
  'crosses-below': 'से पीछे लौटना चाहिए',
};

const DIRECTIONS: Readonly<Partial<Record<Comparison, string>>> = {
  '>': 'की दिशा ऊपर हो',
  '<': 'की दिशा नीचे हो',
  'crosses-above': 'ऊपर मुड़े',
  'crosses-below': 'नीचे मुड़े',
};

const LEVELS: RulePhrases['levels'] = {
  'session-open': 'ओपन (आज)',
  'session-high': 'हाई (आज अब तक)',
  'session-low': 'लो (आज अब तक)',
  'previous-day-open': 'ओपन (पिछला दिन)',
  'previous-day-high': 'हाई (पिछला दिन)',
  'previous-day-low': 'लो (पिछला दिन)',
  'previous-day-close': 'क्लोज़ (पिछला दिन)',
  'previous-week-open': 'ओपन (पिछला हफ़्ता)',
  'previous-week-high': 'हाई (पिछला हफ़्ता)',
  'previous-week-low': 'लो (पिछला हफ़्ता)',
  'previous-week-close': 'क्लोज़ (पिछला हफ़्ता)',
  'gap-percent': 'गैप (आज)',
  pivot: 'पिवट',
  'pivot-r1': 'पिवट R1',
  'pivot-r2': 'पिवट R2',
  'pivot-r3': 'पिवट R3',
  'pivot-s1': 'पिवट S1',
  'pivot-s2': 'पिवट S2',
  'pivot-s3': 'पिवट S3',
};

const DAYS: RulePhrases['days'] = {
  monday: 'सोमवार',
  tuesday: 'मंगलवार',
  wednesday: 'बुधवार',
  thursday: 'गुरुवार',
  friday: 'शुक्रवार',
  saturday: 'शनिवार',
  sunday: 'रविवार',
};

/** Where a level lies from a price; of both sides it is said by the side. */
const AGAINST = { long: 'नीचे', short: 'ऊपर', both: '(लॉन्ग: नीचे, शॉर्ट: ऊपर)' } as const;
const IN_FAVOUR = { long: 'ऊपर', short: 'नीचे', both: '(लॉन्ग: ऊपर, शॉर्ट: नीचे)' } as const;

const listed = (parts: readonly string[], joint: 'and' | 'or'): string =>
  parts.length < 2
    ? (parts[0] ?? '')
    : `${parts.slice(0, -1).join(', ')} ${joint === 'and' ? 'और' : 'या'} ${parts.at(-1) ?? ''}`;

export const HINDI_PHRASES: RulePhrases = {
  timeframes: {
    '1m': '1 मिनट',
    '3m': '3 मिनट',
    '5m': '5 मिनट',
    '15m': '15 मिनट',
    '30m': '30 मिनट',
    '1h': '1 घंटे',
    '1d': '1 दिन',
  },
  fields: {
    open: 'ओपन',
    high: 'हाई',
    low: 'लो',
    close: 'क्लोज़',
    volume: 'वॉल्यूम',
    hl2: 'HL2',
    hlc3: 'HLC3',
  },
  position: {
    'is-open': 'खुली पोज़िशन की संख्या',
    'bars-held': 'ट्रेड में बीता समय',
    'profit-percent': 'ट्रेड का मुनाफ़ा',
    'profit-rupees': 'ट्रेड का मुनाफ़ा',
  },
  today: { trades: 'आज के ट्रेड', losses: 'आज के घाटे', 'losses-in-a-row': 'आज लगातार घाटे' },
  levels: LEVELS,
  days: DAYS,
  theTime: 'समय',
  theWeekday: 'दिन',
  sinceOpen: 'ओपन से बीता समय',
  openingRange: (edge, minutes) => `${edge === 'high' ? 'हाई' : 'लो'} (पहले ${minutes} मिनट)`,
  daysToExpiry: (index, expiry) =>
    `${index} की ${expiry === 'nearest' ? 'सबसे पास की' : 'मासिक'} एक्सपायरी तक समय`,
  of: (indicator, field) => `${field} का ${indicator}`,
  onCandles: (text, timeframe) => `${timeframe} की कैंडल पर ${text}`,
  ago: (text, count) => `${count} कैंडल पहले का ${text}`,
  counted: (value, unit) => {
    if (unit === 'percent') return `${value}%`;
    if (unit === 'shares') return `${formatCount(value)} शेयर`;
    if (unit === 'span') return `${value} मिनट`;
    if (unit === 'days') return `${value} दिन`;
    return unit === 'bars' ? `${value} कैंडल` : null;
  },
  compare: (operator, left, right) => `${left} ${right} ${COMPARISONS[operator]}`,
  compareTime: (operator, what, time) => `${what} ${time} ${TIMES[operator]}`,
  equals: (value, other) => `${value} ${other} हो`,
  asks: (operator, other) => `${other} ${NEEDS[operator]}`,
  asksTime: (operator, time) => `${time} ${NEEDED_TIMES[operator]}`,
  asksBetween: (low, high) => `${low} और ${high} के बीच चाहिए`,
  noValue: 'अभी कोई मान नहीं',
  direction: (operator, line) => {
    const verb = DIRECTIONS[operator];
    return verb ? `${line} ${verb}` : null;
  },
  isOpen: (isOpen) => (isOpen ? 'पोज़िशन खुली हो' : 'कोई पोज़िशन खुली न हो'),
  between: (value, low, high) => `${value} ${low} और ${high} के बीच हो`,
  held: (condition, count) => `लगातार ${count} कैंडल ${condition}`,
  not: (condition) => `ऐसा न हो कि ${condition}`,
  listed,
  andMore: (parts, more) => `${parts.join(', ')} और ${more} अन्य`,
  members: (index) => `उस दिन ${index} में शामिल शेयर`,
  watched: (symbol, timeframe, condition) => `${symbol}, ${timeframe} की कैंडल: जब ${condition}।`,
  headline: (side, where, timeframe, product) =>
    `${timeframe} की कैंडल पर ${where} में ${{ long: 'ख़रीदारी', short: 'शॉर्ट बिक्री', both: 'ख़रीदारी और शॉर्ट बिक्री' }[side]}, ${product === 'intraday' ? 'इंट्राडे' : 'डिलीवरी के लिए'}।`,
  counter: ({ name, candles, condition }) =>
    `“${name}”: ${candles === null ? 'आज की' : `पिछली ${candles}`} कैंडल में से उनकी गिनती, जिन पर ${condition}।`,
  kept: ({ name, value, keep, candles, condition }) =>
    `“${name}”: ${candles === null ? 'आज की' : `पिछली ${candles}`} कैंडल में से ${keep === 'first' ? 'पहली' : 'आख़िरी'} वह, जिस पर ${condition}; उस कैंडल पर ${value} का मान।`,
  reset: (condition) => `यह फिर से शुरू होता है, जब ${condition}।`,
  entry: (condition, isRotation) =>
    isRotation ? `शेयर तब रखा जा सकता है जब ${condition}।` : `अगली कैंडल के ओपन पर एंट्री, जब ${condition}।`,
  exit: (condition) => `अगली कैंडल के ओपन पर एग्ज़िट, जब ${condition}।`,
  reverse: (long, short) =>
    `अगली कैंडल के ओपन पर एंट्री: लॉन्ग, जब ${long}; शॉर्ट, जब ${short}। दूसरी तरफ़ जो खुला हो, वह पहले बंद होता है; दोनों एक साथ हों तो कोई नहीं गिना जाता।`,
  exitOf: (side, condition) =>
    `अगली कैंडल के ओपन पर ${side === 'long' ? 'लॉन्ग' : 'शॉर्ट'} से एग्ज़िट, जब ${condition}।`,
  rotation: ({ every, rankBy, best, hold, isReweighed }) => {
    const period = every === 'week' ? 'हफ़्ते' : 'महीने';
    const order = best === 'highest' ? 'सबसे ज़्यादा' : 'सबसे कम';
    const holds = hold === 1 ? 'सबसे अच्छा एक रखता है' : `सबसे अच्छे ${hold} बराबर हिस्सों में रखता है`;
    const stays = isReweighed
      ? 'जो रहता है उसे फिर बराबर हिस्से पर लाया जाता है।'
      : 'जो रहता है उसे वैसे ही छोड़ा जाता है।';
    return `हर ${period} के पहले ट्रेडिंग दिन, एंट्री की शर्तें पूरी करने वाले शेयरों को ${rankBy} से रैंक करता है, ${order} पहले, और ${holds}; जो अब उनमें नहीं, वह बेचा जाता है। ऑर्डर अगले ओपन पर भरते हैं। ${stays}`;
  },
  atrDistance: (multiple, atr) => `एंट्री के समय ${multiple} × ${atr}`,
  stopLoss: (distance, side) => `स्टॉप-लॉस एंट्री प्राइस से ${distance} ${AGAINST[side]}।`,
  target: (distance, side) => `टारगेट एंट्री प्राइस से ${distance} ${IN_FAVOUR[side]}।`,
  trailing: (distance, side) => `ट्रेलिंग स्टॉप एंट्री के बाद के सबसे अच्छे प्राइस से ${distance} ${AGAINST[side]}।`,
  noProtection: 'न स्टॉप-लॉस, न टारगेट।',
  partialExits: (parts, side) => {
    const away = IN_FAVOUR[side];
    const exits = parts.map(({ percent, distance }) => `एंट्री प्राइस से ${distance} ${away} ${percent}%`);
    return `आंशिक एग्ज़िट: ${listed(exits, 'and')}; बाकी चलता रहता है।`;
  },
  size: {
    fixed: (quantity) => `हर ट्रेड में मात्रा ${formatCount(quantity)}।`,
    capital: (percent) => `हर ट्रेड में पूँजी का ${percent}%।`,
    risk: (percent) => `मात्रा इतनी कि स्टॉप-लॉस पर पूँजी का ज़्यादा से ज़्यादा ${percent}% जाए।`,
    equal: 'हर रीबैलेंस पर हर होल्डिंग में अकाउंट के मूल्य का बराबर हिस्सा।',
  },
  entries: (most, isProtected) =>
    `नए सिग्नल पर खुली पोज़िशन में जोड़ता है, एक साथ ज़्यादा से ज़्यादा ${most} एंट्री${isProtected ? ', हर एक के अपने स्टॉप और टारगेट' : ''}।`,
  window: (from, to) => `एंट्री ${from} से ${to} के बीच।`,
  trades: (most) => `दिन में ज़्यादा से ज़्यादा ${most} ट्रेड।`,
  noReentry: 'एग्ज़िट के दिन उसी इंस्ट्रूमेंट में फिर एंट्री नहीं।',
  squareOff: (at) => `खुली पोज़िशन ${at} पर स्क्वेयर ऑफ़।`,
};
