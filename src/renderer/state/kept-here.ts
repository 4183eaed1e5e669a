import { createJSONStorage } from 'zustand/middleware';

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

/** Write a store's state. False where this computer has no room left for it: what was written before stays. */
export const writeHere = (name: string, state: object, version: number): boolean => {
  try {
    localStorage.setItem(name, JSON.stringify({ state, version }));
    return true;
  } catch (error) {
    if (error instanceof DOMException) return false;
    throw error;
  }
};
