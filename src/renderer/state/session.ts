import { create } from 'zustand';
import type { SessionState } from '../../shared/desktop.ts';
import { desktop, onDesktopEvent } from '../api/desktop.ts';
import { reportFailure } from './failure-reports.ts';
import { resetStores } from './store-registry.ts';

interface Known extends SessionState {
  /** Main has said who is signed in. */
  isKnown: boolean;
  /** The person signed out by choice: the next one starts at Home and not where this one was. */
  hasSignedOut: boolean;
}

const useStore = create<Known>(() => ({
  user: null,
  keptIn: 'memory',
  lastName: null,
  isKnown: false,
  hasSignedOut: false,
}));

/** Apply what main says about the session; another person, or nobody, starts with empty stores. */
const accept = (session: SessionState): void => {
  const before = useStore.getState();
  if (before.isKnown && before.user?.id !== session.user?.id) resetStores();
  useStore.setState({ ...session, isKnown: true, ...(session.user ? { hasSignedOut: false } : {}) });
};

/** The signed-in user, where the session is kept, and the last name. The name is the one last used on this computer. */
export const session = {
  use: useStore,
  get: () => useStore.getState(),
  /** Asks main once at the start and follows its facts. Returns the way to stop. */
  follow: async (): Promise<() => void> => {
    const stop = onDesktopEvent((event) => {
      if (event.type === 'session.changed') accept(event.session);
      if (event.type === 'session.expired') session.end();
    });
    const result = await desktop('session.state', {});
    if (result.ok) accept(result.value);
    else useStore.setState({ isKnown: true });
    return stop;
  },
  accept,
  /** The session is over: main said so, or a call was refused for good. */
  end: () => accept({ ...useStore.getState(), user: null }),
  signOut: async (): Promise<void> => {
    useStore.setState({ hasSignedOut: true });
    const result = await desktop('session.sign-out', {});
    if (result.ok) accept(result.value);
    else reportFailure(result.failure);
  },
};

/** The first letters of the first and last name: `AR`. */
export const initialsOf = (fullName: string): string => {
  const words = fullName.trim().split(/\s+/);
  const letters = [words[0]?.[0], words.length > 1 ? words.at(-1)?.[0] : undefined];
  return letters.filter(Boolean).join('').toUpperCase();
};
