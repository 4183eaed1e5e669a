// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { completeBrowser } from '../../test-harness/complete-browser.ts';
import { CurveChart, linePath } from './curve-chart.tsx';

afterEach(cleanup);

const chart = (values: readonly (number | null)[], isResult = false) => {
  completeBrowser();
  return render(
    <CurveChart
      summary="A line of five points."
      x={[0, 10, 20, 30, 40]}
      curves={[{ label: 'First', values }]}
      places={[
        { at: 20, label: 'middle', isMain: true },
        { at: 50, label: 'outside' },
      ]}
      isResult={isResult}
      xText={String}
      yText={(marks) => marks.map((mark) => `y ${mark}`)}
      pointedText={(index) => `point ${index}`}
      table={<p>the table</p>}
    />,
  );
};

test('a gap begins a new piece of a line', () => {
  expect(linePath([[0, 1], [1, 2], null, [3, 4], [4, 5]])).toBe('M0.0 1.0L1.0 2.0M3.0 4.0L4.0 5.0');
  expect(linePath([null, [1, 2]])).toBe('M1.0 2.0');
});

test('places within the axis are named, and what is pointed at is said', () => {
  const { container } = chart([1, 2, null, 4, 5]);
  expect(screen.getByText('middle')).toBeTruthy();
  expect(screen.queryByText('outside')).toBeNull();
  const plot = container.querySelector('[data-chart]') ?? container;
  // The plot lies between 16 and 714 of 800 px.
  fireEvent.pointerMove(plot, { clientX: 16 + 0.76 * 698 });
  expect(screen.getByText('point 3')).toBeTruthy();
  fireEvent.pointerLeave(plot);
  expect(screen.queryByText('point 3')).toBeNull();
});

test('profits and losses have their zero in view, and their ground', () => {
  const { container } = chart([100, 90, 80, 90, 100], true);
  expect(screen.getByText('y 0')).toBeTruthy();
  expect(container.querySelectorAll('clipPath')).toHaveLength(2);
  cleanup();
  expect(chart([100, 90, 80, 90, 100]).container.querySelectorAll('clipPath')).toHaveLength(0);
  expect(screen.queryByText('y 0')).toBeNull();
});

test('the table takes the place of the picture, and back', () => {
  const { container } = chart([1, 2, 3, 4, 5]);
  fireEvent.click(screen.getByRole('button', { name: 'View as table' }));
  expect(screen.getByText('the table')).toBeTruthy();
  const picture = container.querySelector('[data-chart]');
  expect(picture?.closest('[hidden]')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'View as chart' }));
  // The same element: what has drawn into it finds it again.
  expect(container.querySelector('[data-chart]')).toBe(picture);
  expect(picture?.closest('[hidden]')).toBeNull();
});
