import { expect, it } from 'vitest';
import { translator } from './translator.ts';

const inHindi = translator({
  'Nothing is open.': 'कुछ भी खुला नहीं है।',
  '{{1}} is live already.': '{{1}} पहले से लाइव है।',
  'Bought {{1}} {{2}} at {{3}}.': '{{2}} के {{1}} {{3}} पर खरीदे।',
  'It could not be sent: {{1}}': 'भेजा नहीं जा सका: {{1}}',
  'It could not be sent: {{1}} Try again.': 'भेजा नहीं जा सका: {{1}} फिर से कोशिश करें।',
  '{{1}} being closed.': '{{1}} बंद की जा रही हैं।',
  '{{1}} positions are': '{{1}} पोज़िशन',
});

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

it('what people wrote stays as it is', () => {
  for (const text of ['', 'Diwali gift', 'रमेश को', '$& {{1}}', 'Buy at 3.5 p.m. if up'])
    expect(inHindi(text)).toBe(text);
  expect(inHindi('$& {{2}} is live already.')).toBe('$& {{2}} पहले से लाइव है।');
});
