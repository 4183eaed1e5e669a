import { modeOfFlag } from '../../../shared/trade-history-flag.ts';
import { LIVE_SCOPE, sourceScope } from '../../trading/result-scope.ts';
import { filteredTrades } from '../../trading/filtered-trades.ts';
import type { JournalCalls, JournalDeps } from './journal-deps.ts';

/** Cost of each mistake: what the trades lost that are marked with it. The dearest first. */
export const costOfMistakes =
  ({ database, marketRuns }: JournalDeps): JournalCalls['mistakes'] =>
  async ({ isTest, source, ...filter }, { userId }) => {
    const mode = modeOfFlag(isTest);
    const scope = mode === 'live' ? LIVE_SCOPE : await sourceScope(marketRuns, database, userId, source);
    const rows = await filteredTrades(database.readOf(userId), userId, scope, mode, filter)
      .innerJoin('trade_labels', 'trade_labels.trade_id', 'trades.id')
      .innerJoin('journal_labels', 'journal_labels.id', 'trade_labels.label_id')
      .where('journal_labels.kind', '=', 'mistake')
      .select((eb) => [
        'journal_labels.id',
        'journal_labels.name',
        eb.fn.countAll<number>().as('trades'),
        eb.fn.sum<number>('trades.net').as('net'),
        eb.fn
          .sum<number>(eb.case().when('trades.net', '<', 0).then(eb.ref('trades.net')).else(0).end())
          .as('lost'),
        eb.fn.sum<number>(eb.case().when('trades.net', '<', 0).then(1).else(0).end()).as('losses'),
      ])
      .groupBy(['journal_labels.id', 'journal_labels.name'])
      .execute();
    const mistakes = rows
      .map(({ id, name, trades, net, lost, losses }) => ({
        ...{ labelId: id, name, trades: Number(trades), losses: Number(losses) },
        ...{ cost: 0 - Number(lost), net: Number(net) },
      }))
      .sort((a, b) => b.cost - a.cost || a.labelId - b.labelId);
    return { mistakes, source: scope.source };
  };
