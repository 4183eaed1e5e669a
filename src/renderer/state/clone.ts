import { useState } from 'react';
import { api } from '../api/api.ts';
import { useAction } from './action.ts';
import { myHome } from './header.ts';

/** The name of a copy, and its capital in paise. The capital is what it may use. */
export interface CopyWish {
  readonly name: string;
  readonly capital: number;
}

/**
 * React hook: clones one strategy. `copyId` is the new strategy's id once it is there. The dialog that asks shows the
 * failure itself.
 */
export const useClone = (strategyId: number) => {
  const [copyId, setCopyId] = useState<number | null>(null);
  const action = useAction(api.strategies.clone, { presentation: 'dialog' });
  const clone = async (copy: CopyWish): Promise<void> => {
    const result = await action.run({ strategyId, ...copy });
    if (!result.ok) return;
    setCopyId(result.value.strategyId);
    void myHome.reload();
  };
  return { copyId, clone, isRunning: action.isRunning, failure: action.failure };
};
