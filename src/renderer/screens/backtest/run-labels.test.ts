import { expect, test } from 'vitest';
import { METRIC_DEFINITIONS } from '../../../engine/metric-definitions.ts';
import { METRIC_NAMES } from '../../../shared/metric-names.ts';
import { METRIC_LABELS, metricCell, shownFigure } from './run-labels.ts';

test('figures are called in English what the engine calls them', () => {
  for (const name of METRIC_NAMES) expect(METRIC_LABELS[name]).toBe(METRIC_DEFINITIONS[name].label);
});

test('a file has the ratios that the window shows, and nothing where trades are too few', () => {
  const ratios = { cagrPercent: 26.1, sharpe: 1.31, sortino: 2.5, calmar: 1.75, returnPercent: 12.54 };
  const cellsOf = (trades: number) =>
    (['cagrPercent', 'sharpe', 'sortino', 'calmar', 'returnPercent', 'trades'] as const).map((name) =>
      metricCell(name, { ...ratios, trades }),
    );
  expect(cellsOf(30)).toEqual(['26.10', '1.31', '2.50', '1.75', '12.54', '30']);
  expect(cellsOf(29)).toEqual(['', '', '', '', '12.54', '29']);
});

test('trades a month are withheld like the ratios: a few trades within days would be dozens', () => {
  expect(shownFigure('tradesPerMonth', { tradesPerMonth: 30.4, trades: 29 })).toBeNull();
  expect(shownFigure('tradesPerMonth', { tradesPerMonth: 30.4, trades: 30 })).toBe(30.4);
});

test('ratios are hidden while nobody knows how many trades there were', () => {
  expect(shownFigure('sharpe', { sharpe: 1.31 })).toBeNull();
  expect(shownFigure('sharpe', { sharpe: 1.31, trades: null })).toBeNull();
  expect(shownFigure('returnPercent', { returnPercent: 12.54 })).toBe(12.54);
});
