import { expect, it } from 'vitest';
import { translator } from './translator.ts';

const inHindi = translator(
  {
    'Nothing is open.': 'कुछ भी खुला नहीं है।',
    '{{1}} is live already.': '{{1}} पहले से लाइव है।',
    'Bought {{1}} {{2}} at {{3}}.': '{{2}} के {{1}} {{3}} पर खरीदे।',
    'Entry rule at {{1}}': '{{1}} पर एंट्री नियम',
    '{{1}} {{2}} {{3}} at about {{4}}.': '{{3}} के {{2}} लगभग {{4}} पर {{1}}।',
    'It could not be sent: {{1}}': 'भेजा नहीं जा सका: {{1}}',
    'It could not be sent: {{1}} Try again.': 'भेजा नहीं जा सका: {{1}} फिर से कोशिश करें।',
    '{{1}} being closed.': '{{1}} बंद की जा रही हैं।',
    '{{1}} positions are': '{{1}} पोज़िशन',
    '{{1}} {{2}} shares.': '{{2}} शेयर {{1}}।',
    'Started {{1}} {{2}}.': '{{2}} {{1}} शुरू की।',
    '{{1}} for {{2}}.': '{{2}} के लिए {{1}}।',
    'Account activation': 'खाता सक्रियण',
    'Credit of {{1}}': '{{1}} का क्रेडिट',
  },
  { Bought: 'ख़रीदे', Sell: 'बेचें', 'on paper': 'पेपर पर', 'One order': 'एक ऑर्डर' },
);

it('a known sentence is translated whole, with its values where they belong', () => {
  expect(inHindi('Nothing is open.')).toBe('कुछ भी खुला नहीं है।');
  expect(inHindi('Bank Fade is live already.')).toBe('Bank Fade पहले से लाइव है।');
  expect(inHindi('Bought 35 TCS at ₹3,100.05.')).toBe('TCS के 35 ₹3,100.05 पर खरीदे।');
});

it('a value that is a sentence or a part of one is translated as well', () => {
  expect(inHindi('It could not be sent: Nothing is open.')).toBe('भेजा नहीं जा सका: कुछ भी खुला नहीं है।');
  expect(inHindi('3 positions are being closed.')).toBe('3 पोज़िशन बंद की जा रही हैं।');
});

it('the sentence with most words of its own is the one that was meant', () => {
  expect(inHindi('It could not be sent: the line is down. Try again.')).toBe(
    'भेजा नहीं जा सका: the line is down. फिर से कोशिश करें।',
  );
});

it('several sentences in one text are translated one by one, and those that are not known stay', () => {
  expect(inHindi('Nothing is open. Nobody knows this one. Bank Fade is live already.')).toBe(
    'कुछ भी खुला नहीं है। Nobody knows this one. Bank Fade पहले से लाइव है।',
  );
});

it('a value does not reach over the end of a sentence, unless nothing else is known of the text', () => {
  expect(inHindi('Bought 65 TCS at ₹3,100.05. Entry rule at 09:16.')).toBe(
    'TCS के 65 ₹3,100.05 पर खरीदे। 09:16 पर एंट्री नियम.',
  );
  expect(inHindi('Entry rule at 09:16. Sell 65 TCS at about ₹3,100.')).toBe(
    '09:16 पर एंट्री नियम. TCS के 65 लगभग ₹3,100 पर बेचें।',
  );
  expect(inHindi('Dr. Rao Fade is live already.')).toBe('Dr. Rao Fade पहले से लाइव है।');
});

it('a word is known within a sentence, and by itself it is what somebody wrote', () => {
  expect(inHindi('Bought 30 shares.')).toBe('30 शेयर ख़रीदे।');
  expect(inHindi('Bought')).toBe('Bought');
});

it('a known word shows where the name before it ends', () => {
  expect(inHindi('Started Nifty Slide 2 on paper.')).toBe('पेपर पर Nifty Slide 2 शुरू की।');
});

it('a sentence of few letters counts where something in it is known, for anybody could have written it', () => {
  expect(inHindi('One order for ₹5,000.00.')).toBe('₹5,000.00 के लिए एक ऑर्डर।');
  expect(inHindi('Large shares held for weeks.')).toBe('Large shares held for weeks.');
});

it('a title is known at the beginning of a longer text', () => {
  expect(inHindi('Credit of ₹500.00. Nothing is open.')).toBe('₹500.00 का क्रेडिट. कुछ भी खुला नहीं है।');
  expect(inHindi('Account activation. Nothing is open.')).toBe('खाता सक्रियण. कुछ भी खुला नहीं है।');
});

it('what people wrote stays as it is', () => {
  for (const text of ['', 'Diwali gift', 'रमेश को', '$& {{1}}', 'Buy at 3.5 p.m. if up'])
    expect(inHindi(text)).toBe(text);
  expect(inHindi('$& {{2}} is live already.')).toBe('$& {{2}} पहले से लाइव है।');
});
