import { vi } from 'vitest';

/** Before every test file: stores, sessions and caches of its own, while the libraries stay loaded. */
vi.resetModules();
