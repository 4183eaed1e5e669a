import type { Mode } from './contract/fields.ts';

/** What people call a mode: `test` is the spelling of the wire and of the database. */
export const modeWord = (mode: Mode): string => (mode === 'live' ? 'live' : 'paper');
