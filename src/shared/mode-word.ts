import type { Mode } from './contract/fields.ts';

/** Word for a mode in the window: `test` is the spelling of the wire and of the database. */
export const modeWord = (mode: Mode): string => (mode === 'live' ? 'live' : 'paper');
