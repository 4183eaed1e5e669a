import type { Mode } from './contract/fields.ts';

/** The trap of the specification: `isTest` 1 reads the test history, anything else the live one. */
const READS_TEST = 1;

/** The `isTest` that asks for the history of a mode. */
export const tradeHistoryFlag = (mode: Mode): number => (mode === 'test' ? READS_TEST : 0);

/** The mode whose history an `isTest` asks for. */
export const modeOfFlag = (isTest: number): Mode => (isTest === READS_TEST ? 'test' : 'live');
