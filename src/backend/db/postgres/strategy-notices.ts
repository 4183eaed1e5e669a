import { CHANGES_OF_STRATEGIES, type ChangedStrategies } from '../strategy-changes.ts';

/** Statement that returns what a transaction has noted. It is `id:owner`, with spaces between them. */
export const READ_CHANGED = `select current_setting('trickdesk.changed', true) as changed`;

/**
 * Function by which a transaction notes a strategy. A setting of the transaction keeps it: with the transaction it is
 * gone.
 */
const NOTE = `create or replace function strategy_changed(id bigint, owner bigint) returns void language plpgsql as $$
  declare
    noted text := coalesce(current_setting('trickdesk.changed', true), '');
    note text := id || ':' || owner || ' ';
  begin
    if position(' ' || note in ' ' || noted) = 0 then
      perform set_config('trickdesk.changed', noted || note, true);
    end if;
  end $$`;

/** Definitions of the triggers that note which strategies a change concerns. */
export const NOTICES: readonly string[] = [
  NOTE,
  ...CHANGES_OF_STRATEGIES.flatMap(([table, what, note], index) => [
    `create or replace function strategy_change_${index}() returns trigger language plpgsql as $$
      begin ${note.replaceAll('select strategy_changed', 'perform strategy_changed')} return null; end $$`,
    `create or replace trigger strategy_change_${index} after ${what} on ${table}
      for each row execute function strategy_change_${index}()`,
  ]),
];

/** Strategies that a transaction has noted; null when there are none. */
export const changedIn = (noted: string): ChangedStrategies | null => {
  const pairs = noted.split(' ').filter((pair) => pair !== '');
  if (pairs.length === 0) return null;
  const [ids, owners] = [new Set<number>(), new Set<number>()];
  for (const pair of pairs) {
    const [id, owner] = pair.split(':').map(Number);
    if (id !== undefined) ids.add(id);
    if (owner !== undefined) owners.add(owner);
  }
  return { ids, owners };
};
