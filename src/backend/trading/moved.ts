/** An order or position was changed since it was read. Nothing was written. */
export class MovedError extends Error {}

/** Tries that a booking beside other writers gets. */
const MOST_TRIES = 3;

/** Book something, and anew where another writer came between. @throws MovedError at the last try */
export const bookedAnew = async <T>(book: () => Promise<T>): Promise<T> => {
  for (let tries = 1; ; tries++)
    try {
      return await book();
    } catch (error) {
      if (!(error instanceof MovedError) || tries === MOST_TRIES) throw error;
    }
};
