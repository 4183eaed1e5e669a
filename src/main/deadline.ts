/** Thrown when something did not answer in time. */
class DeadlineError extends Error {
  constructor(what: string, ms: number) {
    super(`${what} did not answer within ${ms} ms`);
    this.name = 'DeadlineError';
  }
}

/**
 * The promise's own outcome, or a DeadlineError after `ms` milliseconds. What is late then is not heard any more.
 */
export function withDeadline<T>(promise: Promise<T>, ms: number, what: string): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new DeadlineError(what, ms)), ms);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
