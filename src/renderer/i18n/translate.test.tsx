// @vitest-environment jsdom
import { render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { Sentence } from '../ui/sentence.tsx';
import { compactRupees } from './amounts.ts';
import { dayText } from './dates.ts';
import { inEnglish, speak, t, labels } from './translate.ts';

afterEach(() => speak('en'));

test('an English sentence is its own key, with its values in their places', async () => {
  await speak('en');
  expect(t('Nothing matches.')).toBe('Nothing matches.');
  expect(t('of {{total}}', { total: '<b>12</b>' })).toBe('of <b>12</b>');
});

test('a table of words follows the language', async () => {
  const months = labels({ first: 'Jan' });
  expect(months.first).toBe('Jan');
  await speak('hi');
  expect(months.first).toBe('जन॰');
  expect(document.documentElement.lang).toBe('hi');
  await speak('en');
  expect(months.first).toBe('Jan');
});

test('a table may have a context, as a sentence may', async () => {
  const states = labels({ open: 'Open' }, { context: 'order-state' });
  expect(states.open).toBe('Open');
  await speak('hi');
  expect([states.open, t('Open')]).toEqual(['खुला', 'खोलें']);
});

test('a file for another program is written in English, whatever the window speaks', async () => {
  const months = labels({ first: 'Jan' });
  const day = Date.parse('2026-11-20T10:00:00+05:30');
  await speak('hi');
  expect(inEnglish(() => [months.first, t('Feb'), dayText(day)])).toEqual(['Jan', 'Feb', '20-11-2026']);
  expect(() =>
    inEnglish(() => {
      throw new Error('no file');
    }),
  ).toThrow('no file');
  expect(months.first).toBe('जन॰');
});

test('money keeps lakh, crore and Latin digits in every language', async () => {
  await speak('hi');
  expect(compactRupees(12_30_00_000)).toBe('₹12.30 लाख');
  expect(compactRupees(1_23_00_00_000)).toBe('₹1.23 करोड़');
  expect(dayText(Date.parse('2026-11-20T10:00:00+05:30'))).toBe('20-11-2026');
});

test('a sentence keeps the elements in it', () => {
  const { container } = render(
    <p>
      <Sentence
        text="Type <b>{{name}}</b> to go on"
        values={{ name: 'Iron <fly>' }}
        parts={{ b: <strong /> }}
      />
    </p>,
  );
  expect(container.innerHTML).toBe('<p>Type <strong>Iron &lt;fly&gt;</strong> to go on</p>');
});
