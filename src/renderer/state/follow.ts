import { api } from '../api/api.ts';
import { useAction } from './action.ts';

/** React hook: follows a trick or stops following it; a followed trick's signals become alerts, never orders. */
export const useFollow = () =>
  useAction((input: { TricksId: number; isFollowed: boolean }) =>
    api.strategies.add({ url: input.isFollowed ? 'unfollowtrick' : 'followtrick', TricksId: input.TricksId }),
  );
