import { istIso } from '../../../shared/time.ts';
import { paged } from '../../db/paged.ts';
import type { AlertRulesCalls, AlertRulesModuleDeps } from './alert-rules-deps.ts';

/** List firings, newest first, with their deliveries. */
export const listFirings =
  ({ database }: AlertRulesModuleDeps): AlertRulesCalls['log'] =>
  async ({ ruleId, pageNumber, pageSize }, { userId }) => {
    let query = database.readOf(userId).selectFrom('alert_firings').where('user_id', '=', userId);
    if (ruleId !== undefined) query = query.where('rule_id', '=', ruleId);
    const { rows, total } = await paged(query, { pageNumber, pageSize }, (found) =>
      found.selectAll().orderBy('id', 'desc'),
    );
    const ids = rows.map(({ id }) => id);
    const deliveries =
      ids.length === 0
        ? []
        : await database
            .readOf(userId)
            .selectFrom('alert_deliveries')
            .selectAll()
            .where('firing_id', 'in', ids)
            .orderBy('id')
            .execute();
    const byFiring = Map.groupBy(deliveries, (row) => row.firing_id);
    return {
      firings: rows.map((row) => ({
        ...{ firingId: row.id, ruleId: row.rule_id, mode: row.mode, title: row.title, body: row.body },
        at: istIso(row.at),
        writtenAt: istIso(row.written_at),
        deliveries: (byFiring.get(row.id) ?? []).map(
          ({ channel, state, attempts, unanswered, problem, updated_at }) => ({
            ...{ channel, state, attempts, problem },
            mayBeTwice: unanswered > 0 && attempts > 1,
            deliveredAt: state === 'delivered' ? istIso(updated_at) : null,
          }),
        ),
      })),
      pageNumber,
      pageSize,
      total,
    };
  };
