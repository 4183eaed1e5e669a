import type { InputOf, OutputOf } from '../../../shared/contract/endpoint.ts';
import type { live } from '../../../shared/contract/live.ts';
import { formatCount } from '../../../shared/money.ts';
import { istIso } from '../../../shared/time.ts';
import type { DifferenceEvidence } from '../../broker-accounts/difference-log.ts';
import type { AccountDifferenceRow } from '../../db/schema.ts';
import type { BackendParts } from '../../backend-parts.ts';
import { notFound, Refusal } from '../../refusal.ts';

type Deps = Pick<BackendParts, 'database' | 'brokerAccounts' | 'logActivity'>;
type Answer = OutputOf<typeof live.differences>;

/** Settled differences that are still shown, the latest first. */
const MOST_SETTLED = 30;

const RESOLVED = {
  'take-over': 'Took over what the account shows of',
  'write-off': 'Wrote off what the account does not have of',
  'leave-alone': 'Left the difference alone in',
} as const;

const rowsOf = ({ database }: Deps, userId: number, isOpen: boolean): Promise<AccountDifferenceRow[]> =>
  database.read
    .selectFrom('account_differences')
    .selectAll()
    .where('user_id', '=', userId)
    .where('status', isOpen ? '=' : '!=', 'open')
    .orderBy('id', 'desc')
    .limit(MOST_SETTLED)
    .execute();

const strategyNames = async ({ database }: Deps, rows: readonly DifferenceEvidence[]) => {
  const ids = rows.flatMap(({ positions }) => positions.map(({ positionId }) => positionId));
  if (ids.length === 0) return new Map<number, string>();
  const names = await database.read
    .selectFrom('positions')
    .innerJoin('strategies', 'strategies.id', 'positions.strategy_id')
    .select(['positions.id', 'strategies.name'])
    .where('positions.id', 'in', ids)
    .execute();
  return new Map(names.map(({ id, name }) => [id, name]));
};

/** Differences between our records and the account: open ones first, then the latest that were settled. */
export const accountDifferences = async (deps: Deps, userId: number): Promise<Answer> => {
  const rows = [...(await rowsOf(deps, userId, true)), ...(await rowsOf(deps, userId, false))];
  const evidence = rows.map((row) => JSON.parse(row.evidence_json) as DifferenceEvidence);
  const names = await strategyNames(deps, evidence);
  const comparedAt = deps.brokerAccounts.runOf(userId)?.execution.reconciliation.comparedAt ?? null;
  return {
    comparedAt: comparedAt === null ? null : istIso(comparedAt),
    differences: rows.map((row, index) => {
      const {
        tradingSymbol = '',
        factor = null,
        lastPrice = null,
        positions = [],
        trades = [],
        actions = [],
      }: Partial<DifferenceEvidence> = evidence[index] ?? {};
      return {
        differenceId: row.id,
        kind: row.kind,
        symbol: row.symbol,
        tradingSymbol,
        ours: row.ours,
        theirs: row.theirs,
        factor,
        lastPrice,
        actions: [...actions],
        positions: positions.map((one) => ({ ...one, strategyName: names.get(one.positionId) ?? '' })),
        trades: trades.map((one) => ({ ...one, at: istIso(one.at) })),
        foundAt: istIso(row.found_at),
        status: row.status,
        resolution: row.resolution,
      };
    }),
  };
};

/**
 * Carries out the owner's decision.
 * @throws Refusal `not-found`, `conflict` when it is over or the quantities are not those seen, `invalid` without a price
 */
export const settleDifference = async (
  deps: Deps,
  userId: number,
  { differenceId, resolution, price, ours, theirs }: InputOf<typeof live.settleDifference>,
): Promise<OutputOf<typeof live.settleDifference>> => {
  const row = await deps.database.read
    .selectFrom('account_differences')
    .selectAll()
    .where('id', '=', differenceId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (!row) throw notFound('difference');
  // It is brought up to date in place, and a price typed for twenty shares is not meant for forty.
  if ((ours ?? row.ours) !== row.ours || (theirs ?? row.theirs) !== row.theirs)
    throw new Refusal(
      'conflict',
      `The quantities have changed since: TrickDesk holds ${formatCount(row.ours)}, the account ${formatCount(row.theirs)}. Look again, then decide.`,
    );
  const { execution } = deps.brokerAccounts.requireAccount(userId).run;
  await execution.resolveDifference(row, { resolution, price: price ?? null });
  await deps.database.write(userId, (tx) =>
    deps.logActivity(tx, userId, 'reconciliation', `${RESOLVED[resolution]} ${row.symbol}.`),
  );
  return { differenceId, resolution };
};
