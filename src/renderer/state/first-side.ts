import { useCallback, useLayoutEffect } from 'react';
import type { Mode } from '../../shared/contract/fields.ts';
import { myHome } from './header.ts';
import { searchField } from './url-search.ts';

/** Side of an address that names none: live is shown first where there is any. */
export const UNDECIDED = 'first';

/** Which side is shown first: live while something runs or is still held there, else paper. */
const isLiveFirst = (live: { readonly running: number; readonly openPositions: number } | undefined) =>
  live === undefined || live.running + live.openPositions > 0;

/**
 * React hook: the side that an address names, or the one to begin with. That one is handed to `decide` for the
 * address, so that a side never changes beneath the person when something starts or stops.
 */
export const useFirstSide = <Side extends string>(
  named: Side | typeof UNDECIDED,
  sides: { readonly live: NoInfer<Side>; readonly paper: NoInfer<Side> },
  decide: (side: Side) => void,
): Side => {
  const live = myHome.use(({ value }) => value?.live);
  const side = named === UNDECIDED ? (isLiveFirst(live) ? sides.live : sides.paper) : named;
  const isDecided = named === side || live === undefined;
  useLayoutEffect(() => {
    if (!isDecided) decide(side);
  }, [isDecided, side, decide]);
  return side;
};

/** The field of an address that names a mode, or none yet. */
export const modeField = () =>
  searchField.oneOf<Mode | typeof UNDECIDED>([UNDECIDED, 'live', 'test'], UNDECIDED);

/** React hook: the mode that an address names, or the one to begin with. */
export const useFirstMode = (
  named: Mode | typeof UNDECIDED,
  setSearch: (patch: { mode: Mode }, options: { replace: boolean }) => void,
): Mode => {
  const decide = useCallback((mode: Mode) => setSearch({ mode }, { replace: true }), [setSearch]);
  return useFirstSide(named, { live: 'live', paper: 'test' }, decide);
};
