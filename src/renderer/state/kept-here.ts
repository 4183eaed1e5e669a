import { createJSONStorage, type StateStorage } from 'zustand/middleware';

/**
 * Storage of this computer for a store that is written by `writeHere`. The store reads it; each of its changes would be
 * written once more, and a computer without room would throw where nobody can tell the person.
 */
export const readHere = <State>() =>
  createJSONStorage<State>(() => ({
    getItem: (name) => localStorage.getItem(name),
    setItem: () => undefined,
    removeItem: (name) => localStorage.removeItem(name),
  }));

const put = (name: string, text: string): boolean => {
  try {
    localStorage.setItem(name, text);
    return true;
  } catch (error) {
    if (error instanceof DOMException) return false;
    throw error;
  }
};

/** Write a store's state. False where this computer has no room left for it: what was written before stays. */
export const writeHere = (name: string, state: object, version: number): boolean =>
  put(name, JSON.stringify({ state, version }));

/**
 * Storage of this computer. Where it has no room left, what changes stays in the window until it is closed, and what was
 * written before stays here; `onFull` may tell the person.
 */
export const whereThereIsRoom = (onFull: () => void = () => undefined): StateStorage => ({
  getItem: (name) => localStorage.getItem(name),
  setItem: (name, text) => {
    if (!put(name, text)) onFull();
  },
  removeItem: (name) => localStorage.removeItem(name),
});
