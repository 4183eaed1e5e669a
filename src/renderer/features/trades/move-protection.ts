import { useState } from 'react';
import { api } from '../../api/api.ts';
import { useAction } from '../../state/action.ts';
import type { Presentation } from '../../state/failure-reports.ts';
import type { protectionOf } from './protection-fields.tsx';

type Levels = NonNullable<ReturnType<typeof protectionOf>>;

/**
 * React hook: moves stop-loss, target and trailing stop of a strategy. Levels that would close a position at once are
 * refused with a sentence; the same ones are taken when they are sent again.
 */
export const useMoveProtection = (strategyId: number, presentation?: Presentation) => {
  const save = useAction(api.strategies.modifyStopLoss, { presentation });
  const [refused, setRefused] = useState<string | null>(null);
  /** Whether these levels close a position, as the server has said. */
  const isExit = (levels: Levels | null): boolean => levels !== null && JSON.stringify(levels) === refused;
  const run = async (levels: Levels) => {
    const result = await save.run({ strategyId, ...levels, refuseExit: !isExit(levels) });
    const { failure } = result.ok ? { failure: null } : result;
    setRefused(failure?.code === 'conflict' && failure.details !== undefined ? JSON.stringify(levels) : null);
    return result;
  };
  return { ...save, run, isExit };
};
