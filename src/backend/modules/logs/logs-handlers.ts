import type { Handlers } from '../../../shared/contract/endpoint.ts';
import type { logs } from '../../../shared/contract/logs.ts';
import { istIso } from '../../../shared/time.ts';
import type { CallContext } from '../../call-context.ts';
import { containing } from '../../db/containing.ts';
import { paged } from '../../db/paged.ts';
import type { Database } from '../../db/database.ts';

interface LogFilter {
  readonly pageNumber: number;
  readonly pageSize: number;
  readonly level?: 'info' | 'warning' | 'error';
  readonly search: string;
  readonly strategyId?: number;
}

/** A user's activity and trading logs, newest first. */
export const logsHandlers = (database: Database): Handlers<typeof logs, CallContext> => {
  const list = async (kind: 'activity' | 'trading', input: LogFilter, userId: number) => {
    let query = database
      .readOf(userId)
      .selectFrom('logs')
      .leftJoin('strategies', 'strategies.id', 'logs.strategy_id')
      .where('logs.user_id', '=', userId)
      .where('logs.kind', '=', kind);
    if (input.level) query = query.where('logs.level', '=', input.level);
    if (input.strategyId !== undefined) query = query.where('logs.strategy_id', '=', input.strategyId);
    if (input.search)
      query = query.where((eb) =>
        eb.or([containing('logs.text', input.search), containing('strategies.name', input.search)]),
      );
    const { rows, total } = await paged(query, input, (found) =>
      found
        .select([
          'logs.id',
          'logs.at',
          'logs.level',
          'logs.topic',
          'logs.text',
          'logs.strategy_id',
          'strategies.name as strategyName',
          'strategies.kind as strategyKind',
        ])
        .orderBy('logs.id', 'desc'),
    );
    return {
      log_list: rows.map((row) => ({
        logId: row.id,
        at: istIso(row.at),
        level: row.level,
        topic: row.topic,
        text: row.text,
        strategyId: row.strategy_id,
        strategyName: row.strategyName,
        isManual: row.strategyKind === 'manual',
      })),
      pageNumber: input.pageNumber,
      pageSize: input.pageSize,
      total,
    };
  };
  return {
    activity: (input, context) => list('activity', input, context.userId),
    trading: (input, context) => list('trading', input, context.userId),
  };
};
