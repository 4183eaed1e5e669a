/** A stretch of bars by their index; fractions are parts of a bar. */
export interface View {
  from: number;
  to: number;
}

/**
 * Where a view stands after newer bars came and the oldest left: who looks at the last bar follows the market, who
 * looks at an earlier day keeps that day. Times are epoch ms, rising.
 */
export const viewAfter = (view: View, before: readonly number[], after: readonly number[]): View => {
  const last = before.length - 1;
  const lastTime = before[last];
  const isAtEdge = view.to >= last;
  const kept = isAtEdge || lastTime === undefined ? -1 : after.indexOf(lastTime);
  const shift = (kept === -1 ? after.length - 1 : kept) - last;
  return { from: view.from + shift, to: view.to + shift };
};

/** Bars that a page of a chart begins with: as many as can be told apart. */
const FIRST_BARS = 150;
/** Room at the right for the names of prices, in bars. Without it they hide the newest. */
const ROOM = { plain: 4, named: 22 } as const;

/** First view of so many bars. Null of few: all are shown. */
export const firstView = (bars: number, hasNames: boolean): View | null =>
  bars <= FIRST_BARS
    ? null
    : { from: bars - FIRST_BARS, to: bars - 1 + (hasNames ? ROOM.named : ROOM.plain) };
