import { strategiesTableOf } from '../db/sqlite/strategies-table.ts';
import { readFolder } from '../db/sqlite/read-folder.ts';
import { WORKING_STATES } from '../../shared/order-states.ts';
import { STRATEGY_STATUS } from '../../shared/strategy-status.ts';

const questionOf = (strategies: string): string => `
  select (select count(*) from ${strategies} where mode = 'live' and status = ? and removed_at is null) as running,
    (select count(*) from positions where mode = 'live' and status = 'open') as open,
    (select count(*) from orders where mode = 'live'
      and state in (select value from json_each('${JSON.stringify(WORKING_STATES)}'))) as working`;

/**
 * Why the data must not be taken away now, as a sentence: somebody of this data folder, signed in or not, trades with
 * real money. Null when nobody does, and when the data is damaged: to replace it is the cure then.
 * @throws when it is busy: nobody knows then
 */
export const liveAtStake = (dataDir: string): string | null =>
  readFolder(
    dataDir,
    (handle) => {
      const { running, open, working } = handle
        .prepare(questionOf(strategiesTableOf(handle)))
        .get(STRATEGY_STATUS.running) as Record<string, number>;
      return running === 0 && open === 0 && working === 0
        ? null
        : `Live trading goes on: ${running} running, ${open} open positions, ${working} working orders. Stop it and close them first; nothing was changed.`;
    },
    null,
  );
