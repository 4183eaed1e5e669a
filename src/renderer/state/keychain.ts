import { desktop } from '../api/desktop.ts';
import { createAction } from './action.ts';
import { session } from './session.ts';

/** Check this computer's keychain again; waits as long as unlocking takes. */
export const keychainRetry = createAction(async (_: Record<string, never>) => {
  const result = await desktop('keychain.retry', {});
  if (result.ok) session.accept(result.value);
  return result;
});
