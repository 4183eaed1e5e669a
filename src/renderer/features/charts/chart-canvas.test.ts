// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest';
import { speak } from '../../i18n/translate.ts';
import { chartTime, tickMarkText } from './lightweight-port.ts';

afterEach(() => speak('en'));

const [MONTH, DAY_OF_MONTH, HOUR] = [1, 2, 3] as const;

test('the axis of time names months in the language of the window', async () => {
  const time = chartTime(Date.parse('2026-10-01T00:00:00+05:30'));
  expect([tickMarkText(time, MONTH), tickMarkText(time, HOUR)]).toEqual(['Oct', null]);
  await speak('hi');
  expect(tickMarkText(time, MONTH)).toBe('अक्टू॰');
});

test('a day that stands where the name of its month had no room says its month', async () => {
  const time = chartTime(Date.parse('2025-12-02T00:00:00+05:30'));
  expect(tickMarkText(time, DAY_OF_MONTH)).toBe('2 Dec');
  await speak('hi');
  expect(tickMarkText(time, DAY_OF_MONTH)).toBe('2 दिस॰');
});
