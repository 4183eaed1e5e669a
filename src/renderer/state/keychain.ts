import { desktop } from '../api/desktop.ts';
import { createAction } from './action.ts';
import { session } from './session.ts';

/** Looks at the keychain of this computer again, for as long as it takes to unlock it. */
export const keychainRetry = createAction(async (_: Record<string, never>) => {
  const result = await desktop('keychain.retry', {});
  if (result.ok) session.accept(result.value);
  return result;
});
