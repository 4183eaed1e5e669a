const resets = new Set<() => void>();

/** Every store that holds somebody's data registers how to forget it. */
export const registerReset = (reset: () => void): void => {
  resets.add(reset);
};

/** Forgets everything that belongs to the person who was signed in. */
export const resetStores = (): void => {
  for (const reset of resets) reset();
};
