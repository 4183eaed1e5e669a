import { barOfTime, type BarTimes, timeOfBar } from './bar-times.ts';
import type { Drawing, Point } from './drawing.ts';

/** A place of the cursor: a whole bar and a price in paise. */
export interface Cursor {
  readonly bar: number;
  readonly price: number;
}

/** Place of the cursor as a point of a drawing. */
export const pointOf = (times: BarTimes, { bar, price }: Cursor): Point => ({
  time: timeOfBar(times, Math.round(bar)),
  price: Math.round(price),
});

/** Drawing moved by bars and by paise. Its points stay as far from each other as they are. */
export const movedBy = (times: BarTimes, drawing: Drawing, bars: number, paise: number): Drawing => ({
  ...drawing,
  points: drawing.points.map(({ time, price }) =>
    pointOf(times, { bar: barOfTime(times, time) + bars, price: price + paise }),
  ),
});

/** Drawing with one of its points elsewhere. */
export const withPoint = (drawing: Drawing, number: number, point: Point): Drawing => ({
  ...drawing,
  points: drawing.points.with(number, point),
});
