import { api } from '../api/api.ts';
import { useAction } from './action.ts';

/** React hook: follows a strategy or stops following it; a followed strategy's signals become alerts, never orders. */
export const useFollow = () =>
  useAction((input: { strategyId: number; isFollowed: boolean }) =>
    api.strategies.add({ url: input.isFollowed ? 'unfollow' : 'follow', strategyId: input.strategyId }),
  );
