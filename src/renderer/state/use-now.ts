import { useEffect, useState } from 'react';

/** React hook: the wall clock in epoch ms, again every `intervalMs`. */
export const useNow = (intervalMs = 1_000): number => {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), intervalMs);
    return () => clearInterval(timer);
  }, [intervalMs]);
  return now;
};
