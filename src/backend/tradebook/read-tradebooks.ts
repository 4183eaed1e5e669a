import { type ParsedTradebook, parseTradebook } from './parse-tradebook.ts';

/** Reads brokers' files. A task of a worker thread. */
export const readTradebooks = (
  files: readonly { readonly name: string; readonly text: string }[],
): ParsedTradebook[] => files.map(({ name, text }) => parseTradebook(name, text));
