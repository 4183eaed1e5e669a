/** Wait for all work, also where one fails: the outcome of the others is known then. @throws the first failure */
export const allOf = async <T>(work: readonly Promise<T>[]): Promise<T[]> => {
  await Promise.allSettled(work);
  return Promise.all(work);
};
