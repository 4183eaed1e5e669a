/** Charts that wait for a frame, each with its newest drawing. */
const waiting = new Map<object, () => void>();
/** The chart that is drawn in this frame. */
let drawn: object | null = null;
let isFrameAsked = false;

const draw = (chart: object, how: () => void): void => {
  if (!isFrameAsked) requestAnimationFrame(drawNext);
  isFrameAsked = true;
  drawn = chart;
  how();
};

const drawNext = (): void => {
  isFrameAsked = false;
  drawn = null;
  const [next] = waiting;
  if (!next) return;
  waiting.delete(next[0]);
  draw(...next);
};

/**
 * Draw one chart a frame. A price can move every chart of a workspace, and five together take longer than a frame has.
 * Of several drawings of a chart that waits the last counts.
 */
export const drawInOwnFrame = (chart: object, how: () => void): void => {
  const isOwn = drawn === null || drawn === chart;
  if (isOwn && waiting.size === 0) draw(chart, how);
  else waiting.set(chart, how);
};

/** A chart that is taken away is drawn no more. */
export const drawNoMore = (chart: object): void => {
  waiting.delete(chart);
  if (drawn === chart) drawn = null;
};
