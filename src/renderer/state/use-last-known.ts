import { useState } from 'react';

/** React hook: the latest value that was there; null before the first. */
export const useLastKnown = <Value>(value: Value | null | undefined): Value | null => {
  const current = value ?? null;
  const [last, setLast] = useState(current);
  if (current !== null && current !== last) setLast(current);
  return current ?? last;
};
