import type { Kysely } from 'kysely';
import { DAY_MS, istDate } from '../../shared/time.ts';
import type { Database } from '../db/database.ts';
import type { Schema } from '../db/schema.ts';
import { mergeContractBars } from '../market/contracts/contract-candles.ts';
import {
  type ContractMinute,
  minuteValuesOf,
  putContractMinutes,
  storedContractMinutes,
} from '../market/contracts/contract-minutes.ts';
import { KEPT_DAYS } from '../upkeep/retention.ts';

/** Most recorded minutes of a user. The oldest days go first. */
export const MOST_RECORDED = 20_000_000;
/** Bytes that a minute of a contract takes. */
const BYTES_A_MINUTE = 34;

/** Recorded minutes of a user, in figures. */
export interface KeptRecording {
  readonly days: number;
  readonly minutes: number;
  readonly bytes: number;
  readonly from: string | null;
  readonly to: string | null;
}

const ofUser = (db: Kysely<Schema>, userId: number) =>
  db.selectFrom('contract_minutes').where('owner_id', '=', userId).where('source', '=', 'live');

/** Minutes that are kept of a user's recordings, in figures. */
export const keptRecording = async (db: Kysely<Schema>, userId: number): Promise<KeptRecording> => {
  const { days, minutes, from, to } = await ofUser(db, userId)
    .select(({ fn }) => [
      fn.count<number>('day').distinct().as('days'),
      fn.sum<number | null>('bars').as('minutes'),
      fn.min('day').as('from'),
      fn.max('day').as('to'),
    ])
    .executeTakeFirstOrThrow();
  const count = Number(minutes ?? 0);
  return {
    days: Number(days),
    minutes: count,
    bytes: count * BYTES_A_MINUTE,
    from: from ?? null,
    to: to ?? null,
  };
};

/** Keep minutes of a series among those of their day. One short write. */
export const keepRecorded = async (
  database: Database,
  userId: number,
  { series, day }: { readonly series: string; readonly day: string },
  fresh: readonly ContractMinute[],
): Promise<void> => {
  const place = { owner_id: userId, series, day, source: 'live' } as const;
  const stored = (await storedContractMinutes(database.read, place))?.bars() ?? [];
  const values = minuteValuesOf(day, mergeContractBars(stored, fresh).bars);
  await database.write(userId, (tx) => putContractMinutes(tx, place, values));
};

/** Delete recorded days that are too old. The oldest go too while a user has too many minutes. */
export const pruneRecorded = async (
  database: Database,
  userId: number,
  now: number,
  most = MOST_RECORDED,
): Promise<void> => {
  const before = istDate(now - KEPT_DAYS.recordedMinutes * DAY_MS);
  const days = await ofUser(database.read, userId)
    .select(({ fn }) => ['day', fn.sum<number>('bars').as('bars')])
    .groupBy('day')
    .orderBy('day')
    .execute();
  let total = days.reduce((sum, { bars }) => sum + Number(bars), 0);
  for (const { day, bars } of days) {
    if (day >= before && total <= most) return;
    total -= Number(bars);
    await database.write(userId, ({ query }) =>
      query
        .deleteFrom('contract_minutes')
        .where('owner_id', '=', userId)
        .where('source', '=', 'live')
        .where('day', '=', day)
        .execute(),
    );
  }
};
