import { expect, test } from 'vitest';
import type { PortLevel } from './chart-port.ts';
import { fitted } from './level-fit.ts';

const level = (title: string, isFirst = false): PortLevel => ({
  ...{ price: 1, title, short: title.slice(0, 1), colour: '#000000', dash: 'solid', isFirst },
});
const LEVELS = [level('Entry'), level('Stop-loss'), level('LTP', true)];

test('names are whole in a wide chart, short in a narrow one, and in a low one only the last price has one', () => {
  const names = (width: number, height: number) =>
    fitted(LEVELS, { width, height }).map(({ title, isNamed }) => (isNamed ? title : ''));
  expect(names(900, 300)).toEqual(['Entry', 'Stop-loss', 'LTP']);
  expect(names(400, 300)).toEqual(['E', 'S', 'L']);
  expect(names(900, 60)).toEqual(['', '', 'LTP']);
});
