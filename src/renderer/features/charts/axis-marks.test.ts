import { expect, test } from 'vitest';
import { axisMarks, rangeOf } from './axis-marks.ts';

test('marks are round, within the axis, and no more than there is room for', () => {
  expect(axisMarks(23_412, 24_730, 8)).toEqual([23_600, 23_800, 24_000, 24_200, 24_400, 24_600]);
  expect(axisMarks(-31, 77, 5)).toEqual([-25, 0, 25, 50, 75]);
  expect(axisMarks(0, 1, 4)).toEqual([0, 0.25, 0.5, 0.75, 1]);
  for (const most of [1, 3, 7]) expect(axisMarks(0.7, 1_234.5, most).length).toBeLessThanOrEqual(most + 1);
  expect(axisMarks(5, 5, 4)).toEqual([]);
});

test('a range has air on both sides, also of one value alone', () => {
  expect(rangeOf([0, 100], 0.1)).toEqual([-10, 110]);
  expect(rangeOf([50, 50], 0.1)).toEqual([45, 55]);
  expect(rangeOf([0], 0.1)).toEqual([-1, 1]);
});
