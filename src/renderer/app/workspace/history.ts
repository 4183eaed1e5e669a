/** Most layouts that can be gone back to. */
const MOST_STEPS = 50;

/** Past, present and undone values, oldest first. */
export interface Steps<Value> {
  readonly before: readonly Value[];
  readonly now: Value;
  readonly after: readonly Value[];
}

/** Steps of a value that has not been changed yet. */
export const noSteps = <Value>(now: Value): Steps<Value> => ({ before: [], now, after: [] });

/** Steps after a change. What was undone before it cannot be had again. */
export const changed = <Value>({ before, now }: Steps<Value>, next: Value): Steps<Value> => ({
  before: [...before, now].slice(-MOST_STEPS),
  now: next,
  after: [],
});

/** Steps after an undo; the same when there is nothing to undo. */
export const undone = <Value>(steps: Steps<Value>): Steps<Value> => {
  const { before, now, after } = steps;
  const previous = before.at(-1);
  return previous === undefined
    ? steps
    : { before: before.slice(0, -1), now: previous, after: [now, ...after] };
};

/** Steps after the last undo is taken back; the same when there is none. */
export const redone = <Value>(steps: Steps<Value>): Steps<Value> => {
  const { before, now, after } = steps;
  const [next, ...rest] = after;
  return next === undefined ? steps : { before: [...before, now], now: next, after: rest };
};
