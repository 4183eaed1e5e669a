import { useEffect, useRef } from 'react';

/** React hook: calls `reload` when the window comes to the front again. */
export const useReloadOnFocus = (reload: () => void): void => {
  const current = useRef(reload);
  useEffect(() => {
    current.current = reload;
  });
  useEffect(() => {
    const onFocus = () => current.current();
    window.addEventListener('focus', onFocus);
    return () => window.removeEventListener('focus', onFocus);
  }, []);
};
