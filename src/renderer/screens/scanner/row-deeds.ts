import type { KeyboardEvent } from 'react';

/** Deeds for a row of a scan. */
export interface RowDeeds {
  readonly watch: (symbol: string) => void;
  readonly alert: (symbol: string) => void;
  readonly backtest: (symbol: string) => void;
}

/** Keys of the rows, as they are shown. */
export const ROW_KEYS: Readonly<Record<keyof RowDeeds, string>> = { watch: 'W', alert: 'A', backtest: 'B' };

/** Do what a key says of a row. False for keys that say nothing. */
export const actOnKey = (
  { key, altKey, ctrlKey, metaKey }: KeyboardEvent,
  symbol: string | null,
  deeds: RowDeeds,
): boolean => {
  if (symbol === null || altKey || ctrlKey || metaKey) return false;
  const deed = (Object.keys(ROW_KEYS) as (keyof RowDeeds)[]).find(
    (name) => ROW_KEYS[name] === key.toUpperCase(),
  );
  if (deed) deeds[deed](symbol);
  return deed !== undefined;
};
