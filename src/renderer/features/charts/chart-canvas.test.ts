// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest';
import { speak } from '../../i18n/translate.ts';
import { chartTime, tickMarkText } from './chart-canvas.ts';

afterEach(() => speak('en'));

const [MONTH, DAY_OF_MONTH] = [1, 2] as const;

test('the axis of time names months in the language of the window', async () => {
  const time = chartTime(Date.parse('2026-10-01T00:00:00+05:30'));
  expect([tickMarkText(time, MONTH), tickMarkText(time, DAY_OF_MONTH)]).toEqual(['Oct', null]);
  await speak('hi');
  expect(tickMarkText(time, MONTH)).toBe('अक्टू॰');
});
