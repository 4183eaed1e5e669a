import { create } from 'zustand';
import type { Failure, Result } from '../../shared/failure.ts';
import { reportFailure } from './failure-reports.ts';
import { perPane } from './pane.ts';
import { registerReset } from './store-registry.ts';

export interface ResourceState<Value> {
  /** True from the start, false once an answer has come; true again while another thing is asked for. */
  isLoading: boolean;
  /** The last answer; kept while the same thing is asked for again and when that fails. */
  value: Value | null;
  failure: Failure | null;
  /** Epoch ms of the last answer. */
  loadedAt: number | null;
}

interface Options {
  /** A failure that nobody asked for (a background refresh) makes no toast. */
  isQuiet?: boolean;
}

const resourceStore = <Input, Value>(call: (input: Input) => Promise<Result<Value>>, options: Options) => {
  const initial: ResourceState<Value> = { isLoading: true, value: null, failure: null, loadedAt: null };
  const use = create<ResourceState<Value>>(() => initial);
  let latest = 0;
  /** The newest turn whose answer is shown; answers of what is asked no more come too late. */
  let shown = 0;
  let asked: { input: Input; key: string } | null = null;
  let askedAt = -Infinity;

  const ask = async (input: Input): Promise<void> => {
    const turn = ++latest;
    askedAt = performance.now();
    const result = await call(input);
    // One that was overtaken by another question is shown all the same: of a fast feed there is always a newer one.
    if (turn <= shown || (!result.ok && turn !== latest)) return;
    if (result.ok) {
      shown = turn;
      use.setState({ isLoading: false, value: result.value, failure: null, loadedAt: Date.now() });
      return;
    }
    // A fact since then is not in any answer: it is asked for again.
    askedAt = -Infinity;
    use.setState({ isLoading: false, failure: result.failure });
    if (!options.isQuiet) reportFailure(result.failure);
  };

  return {
    /** React hook: the state, or a part of it. */
    use,
    get: () => use.getState(),
    /** Asks. Another input than last time drops the old value first, so that it never stands under a new name. */
    load: (input: Input): Promise<void> => {
      const key = JSON.stringify(input);
      if (asked && asked.key !== key) {
        shown = latest;
        use.setState(initial, true);
      }
      asked = { input, key };
      return ask(input);
    },
    /** Asks for the same again, keeping what is shown; does nothing before the first load. */
    reload: (): Promise<void> => (asked ? ask(asked.input) : Promise.resolve()),
    /** When it was last asked for, ms of `performance.now()`. */
    askedAt: (): number => askedAt,
    /** Change the value in place, such as by a stream event. */
    patch: (change: (value: Value) => Value): void => {
      const { value } = use.getState();
      if (value !== null) use.setState({ value: change(value) });
    },
    /** Forgets what was asked; an answer that is under way comes too late. */
    reset: (): void => {
      shown = ++latest;
      asked = null;
      use.setState(initial, true);
    },
  };
};

/** A store of an answer for the window, such as the profile. */
export const createResource = <Input, Value>(
  call: (input: Input) => Promise<Result<Value>>,
  options: Options = {},
) => {
  const resource = resourceStore(call, options);
  registerReset(resource.reset);
  return resource;
};

/** Stores of one answer, by pane: each may ask for another, such as the details of one strategy. */
export const createPaneResource = <Input, Value>(
  call: (input: Input) => Promise<Result<Value>>,
  options: Options = {},
) => {
  const panes = perPane(() => resourceStore(call, options));
  return {
    ...panes,
    /** React hook: the state in this pane. */
    use: (): ResourceState<Value> => panes.useHere().use(),
  };
};
