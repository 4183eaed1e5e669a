import { chargePaise, type Charges, totalCharges } from '../../../engine/charges/charges.ts';
import { type Handlers, Reply } from '../../../shared/contract/endpoint.ts';
import type { tradebook, TradebookFile, TradebookFill } from '../../../shared/contract/tradebook.ts';
import { formatCount } from '../../../shared/money.ts';
import { istIso } from '../../../shared/time.ts';
import type { CallContext } from '../../call-context.ts';
import type { Clock } from '../../clock.ts';
import { containing } from '../../db/containing.ts';
import { paged } from '../../db/paged.ts';
import type { Database, Transaction } from '../../db/database.ts';
import type { TradebookFileRow, TradebookFillRow } from '../../db/schema.ts';
import { KeyedLanes } from '../../keyed-lanes.ts';
import { momentsOf } from '../../ist-days.ts';
import { notFound } from '../../refusal.ts';
import { importTradebooks, type TradebookPlace } from '../../tradebook/import-tradebook.ts';
import { deleteFills } from '../../tradebook/delete-fills.ts';

export interface TradebookDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly imports: TradebookPlace;
  readonly logActivity: (tx: Transaction, userId: number, topic: string, text: string) => Promise<void>;
}

type TradebookCalls = Handlers<typeof tradebook, CallContext>;

const MOST_FILES = 200;

const fileView = (row: TradebookFileRow): TradebookFile => ({
  fileId: row.id,
  name: row.name,
  broker: row.broker,
  importedAt: istIso(row.imported_at),
  rowsRead: row.rows_read,
  rowsKept: row.rows_kept,
  rowsRepeated: row.rows_repeated,
  rowsRefused: row.rows_refused,
});

const fillView = (row: TradebookFillRow): TradebookFill => ({
  fillId: row.id,
  fileId: row.file_id,
  broker: row.broker,
  symbol: row.symbol,
  exchange: row.exchange,
  kind: row.kind,
  side: row.side,
  quantity: row.quantity,
  price: row.price,
  at: istIso(row.traded_at),
  hasTime: row.has_time === 1,
  charges:
    row.charges_json === null ? null : chargePaise(totalCharges(JSON.parse(row.charges_json) as Charges)),
});

/** A page of imported fills, newest first, and their files. */
const listFills =
  (deps: TradebookDeps): TradebookCalls['list'] =>
  async (input, { userId }) => {
    const { database } = deps;
    const { from, until } = momentsOf(input);
    const { fileId, search } = input;
    const some = database
      .readOf(userId)
      .selectFrom('tradebook_fills')
      .where('user_id', '=', userId)
      .$if(from !== null, (rows) => rows.where('traded_at', '>=', from))
      .$if(until !== null, (rows) => rows.where('traded_at', '<', until))
      .$if(fileId !== undefined, (rows) => rows.where('file_id', '=', fileId ?? 0))
      .$if(search !== '', (rows) => rows.where(containing('symbol', search)));
    const { rows: fills, total } = await paged(some, input, (found) =>
      found.selectAll().orderBy('traded_at', 'desc').orderBy('id', 'desc'),
    );
    const files = await database.read
      .selectFrom('tradebook_files')
      .selectAll()
      .where('user_id', '=', userId)
      .orderBy('id', 'desc')
      .limit(MOST_FILES)
      .execute();
    return {
      fills: fills.map(fillView),
      files: files.map(fileView),
      pageNumber: input.pageNumber,
      pageSize: input.pageSize,
      total,
    };
  };

/** Trades made at brokers elsewhere: imported, looked through, removed again. */
export const tradebookHandlers = (deps: TradebookDeps): TradebookCalls => {
  /** Changes of somebody's tradebook, one after the other: an import relies on what it has found there. */
  const changes = new KeyedLanes<number>();
  return {
    import: async ({ files, onBad }, { userId }) => {
      const reports = await changes.run(userId, () =>
        importTradebooks(deps.imports, userId, files, onBad, deps.clock.now()),
      );
      const sum = (key: 'rowsRead' | 'rowsKept') => reports.reduce((all, report) => all + report[key], 0);
      return new Reply(
        { files: reports },
        `${formatCount(sum('rowsKept'))} of ${formatCount(sum('rowsRead'))} rows are kept.`,
      );
    },
    list: listFills(deps),
    remove: ({ fileId }, { userId }) =>
      changes.run(userId, async () => {
        const file = await deps.database.read
          .selectFrom('tradebook_files')
          .select('name')
          .where('id', '=', fileId)
          .where('user_id', '=', userId)
          .executeTakeFirst();
        if (!file) throw notFound('imported file');
        const fills = await deleteFills(deps.database, userId, fileId);
        await deps.database.write(userId, async (tx) => {
          await tx.query.deleteFrom('tradebook_files').where('id', '=', fileId).execute();
          await deps.logActivity(
            tx,
            userId,
            'tradebook',
            `Took ${file.name} out again, with ${fills} fills.`,
          );
        });
        return new Reply({ fileId, fills }, `${file.name} is taken out, with ${formatCount(fills)} fills.`);
      }),
  };
};
