import { vi } from 'vitest';

/** Before every test file: stores, sessions and caches of its own, while the libraries stay loaded. */
vi.resetModules();

// Files of the window share a page too: one begins without anything of the file before.
if (typeof document !== 'undefined') {
  localStorage.clear();
  sessionStorage.clear();
  document.body.replaceChildren();
}
