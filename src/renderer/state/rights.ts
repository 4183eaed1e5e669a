import { useAbility } from '@casl/react';
import { useMemo } from 'react';
import { abilityOf, whyNot, type AppAbility } from '../../shared/ability.ts';
import type { CallId } from '../../shared/contract/index.ts';
import { myProfile } from './my-profile.ts';
import { session } from './session.ts';

const NO_RIGHTS: readonly { action: string; subject: string }[] = [];

/** React hook: the rights of whoever is signed in, as the server said last: with the profile, else at sign-in. */
export const useMyAbility = (): AppAbility => {
  const atSignIn = session.use((state) => state.user?.ability);
  const latest = myProfile.use((state) => state.value?.ability);
  const rights = latest ?? atSignIn ?? NO_RIGHTS;
  return useMemo(() => abilityOf(rights), [rights]);
};

/** React hook: tells why the person may not make a call, as a sentence; null when they may. */
export const useWhyNot = (): ((call: CallId) => string | null) => {
  const ability = useAbility<AppAbility>();
  return (call) => whyNot(ability, call);
};
