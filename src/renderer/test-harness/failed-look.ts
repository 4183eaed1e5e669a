import { getConfig, prettyDOM } from '@testing-library/react';

/** Whether a test waits: then a look that fails is followed by another, and the last one of them is told in full. */
const isOneOfMany = (): boolean => Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics') === true;

/**
 * Error of a look that finds not what it should. It shows the window, but for looks that are repeated: printing each
 * would take longer than all else that a waiting test does.
 */
export const failedLook = (message: string | null, container: Element): Error => {
  const said = [message, isOneOfMany() ? null : prettyDOM(container)];
  const error = new Error(said.filter(Boolean).join('\n\n'));
  // By this name the library tells its own errors.
  error.name = 'TestingLibraryElementError';
  return error;
};
