import type { Amount, ExpiryChoice, LegLevel, Reentry, StrikeRule } from '../../shared/leg-document.ts';
import { formatPercent } from '../../shared/money.ts';
import { distance, levelDistance, type LegPhrases, rupees } from './leg-phrases.ts';

const HI_EXPIRY: Readonly<Record<ExpiryChoice, string>> = {
  'this-week': 'इस हफ़्ते',
  'next-week': 'अगले हफ़्ते',
  'this-month': 'इस महीने',
  'next-month': 'अगले महीने',
};
const HI_WEEKDAYS = ['सोमवार', 'मंगलवार', 'बुधवार', 'गुरुवार', 'शुक्रवार', 'शनिवार', 'रविवार'] as const;
const HI_KINDS = { call: 'कॉल', put: 'पुट', future: 'फ़्यूचर' } as const;
const HI_OF = { premium: 'प्रीमियम', underlying: 'अंडरलाइंग' } as const;

const hiStrike = (rule: StrikeRule): string => {
  switch (rule.by) {
    case 'at-the-money':
      return rule.steps === 0
        ? 'ऐट द मनी'
        : `${Math.abs(rule.steps)} स्ट्राइक ${rule.steps > 0 ? 'आउट ऑफ़ द मनी' : 'इन द मनी'}`;
    case 'premium':
      return `प्रीमियम ${rupees(rule.rupees)} ${{ nearest: 'के सबसे पास', 'at-least': 'या ज़्यादा', 'at-most': 'या कम' }[rule.choose]}`;
    case 'premium-range':
      return `प्रीमियम ${rupees(rule.from)} से ${rupees(rule.to)}`;
    case 'delta':
      return `डेल्टा ${rule.delta} के सबसे पास`;
    case 'percent-away':
      return `${formatPercent(Math.abs(rule.percent))} ${rule.percent < 0 ? 'इन द मनी' : 'आउट ऑफ़ द मनी'}`;
    case 'straddle-premium':
      return `प्रीमियम स्ट्रैडल के ${formatPercent(rule.percent)} के सबसे पास`;
    case 'straddle-width':
      return `स्ट्रैडल का ${Math.abs(rule.times)} गुना ${rule.times < 0 ? 'इन द मनी' : 'आउट ऑफ़ द मनी'}`;
  }
};

const hiReentry = ({ how, times }: Reentry): string => {
  const ways = {
    'at-once': 'तुरंत नई स्ट्राइक से फिर एंट्री',
    'at-cost': 'पहली एंट्री के भाव पर फिर एंट्री',
    reversed: 'तुरंत उलटी तरफ़ एंट्री',
  } as const;
  return `${ways[how]}, ज़्यादा से ज़्यादा ${times} बार`;
};

const hiLevel = (name: string, level: LegLevel | null): string[] =>
  level ? [`${name} ${HI_OF[level.of]} के ${levelDistance(level)} पर`] : [];

const hiAmount = (amount: Amount): string =>
  amount.kind === 'rupees' ? rupees(amount.rupees) : `नेट प्रीमियम के ${formatPercent(amount.percent)}`;

/** A document with legs in Hindi. */
export const HINDI_LEGS: LegPhrases = {
  labels: { summary: 'सारांश', entry: 'एंट्री', leg: 'लेग', exit: 'एग्ज़िट', together: 'सभी लेग' },
  summary: ({ underlying, legs, strikesFrom }) =>
    `${underlying} पर ${legs.length} लेग; स्ट्राइक ${strikesFrom === 'spot' ? 'स्पॉट' : 'फ़ॉरवर्ड'} से गिनी जाती हैं।`,
  entry: ({ at, weekdays, daysToExpiry }) => {
    const days = weekdays.length < 7 ? `, ${weekdays.map((day) => HI_WEEKDAYS[day - 1]).join(', ')} को` : '';
    const range = daysToExpiry ? `, एक्सपायरी में ${daysToExpiry.from} से ${daysToExpiry.to} दिन बाकी हों` : '';
    return `${at} पर${days}${range}।`;
  },
  leg: (leg) => {
    const what =
      leg.kind === 'future'
        ? HI_KINDS.future
        : `${HI_KINDS[leg.kind]} ${leg.strike ? hiStrike(leg.strike) : ''}`;
    const begin = `${HI_EXPIRY[leg.expiry]} का ${what}, ${leg.lots} लॉट ${leg.side === 'buy' ? 'ख़रीदें' : 'बेचें'}`;
    const more = [
      ...(leg.wait
        ? [`प्रीमियम ${distance(leg.wait.distance)} ${leg.wait.direction === 'up' ? 'ऊपर' : 'नीचे'} जाने तक रुकें`]
        : []),
      ...hiLevel('स्टॉप', leg.stop),
      ...hiLevel('टारगेट', leg.target),
      ...(leg.trail
        ? [`पक्ष में हर ${distance(leg.trail.every)} पर स्टॉप ${distance(leg.trail.by)} खिसकता है`]
        : []),
      ...(leg.onStop ? [`स्टॉप के बाद ${hiReentry(leg.onStop)}`] : []),
      ...(leg.onTarget ? [`टारगेट के बाद ${hiReentry(leg.onTarget)}`] : []),
    ];
    return `${[begin, ...more].join('; ')}।`;
  },
  exit: ({ at, daysBeforeExpiry }) => {
    if (daysBeforeExpiry === null) return `एंट्री के दिन ${at} पर।`;
    return daysBeforeExpiry === 0
      ? `एक्सपायरी के दिन ${at} पर।`
      : `एक्सपायरी से ${daysBeforeExpiry} दिन पहले ${at} पर।`;
  },
  together: ({ stop, target, trail, lock, onLegExit, moveToCost, ifIncomplete }) => [
    ...(stop ? [`${hiAmount(stop)} के घाटे पर सब बंद करें।`] : []),
    ...(target ? [`${hiAmount(target)} के मुनाफ़े पर सब बंद करें।`] : []),
    ...(trail ? [`हर ${hiAmount(trail.every)} के मुनाफ़े पर यह स्टॉप ${hiAmount(trail.by)} ऊपर जाता है।`] : []),
    ...(lock ? [`${hiAmount(lock.at)} के मुनाफ़े के बाद ${hiAmount(lock.keep)} पर सब बंद करें।`] : []),
    ...(onLegExit === 'all-legs' ? ['एक लेग का स्टॉप या टारगेट सभी लेग बंद करता है।'] : []),
    ...{
      none: [],
      'legs-with-stop': ['एक लेग का स्टॉप लगने पर बाकी लेग के स्टॉप उनकी एंट्री के भाव पर आते हैं।'],
      'all-legs': ['एक लेग का स्टॉप लगने पर बाकी सभी लेग का स्टॉप उनकी एंट्री के भाव पर होता है।'],
      'opposite-legs': ['एक लेग का स्टॉप लगने पर दूसरी तरह के लेग का स्टॉप उनकी एंट्री के भाव पर होता है।'],
    }[moveToCost],
    ifIncomplete === 'close'
      ? 'कोई लेग न मिल पाए तो बाकी बंद किए जाते हैं।'
      : 'कोई लेग न मिल पाए तो बाकी रखे जाते हैं।',
  ],
};
