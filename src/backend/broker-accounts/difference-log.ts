import type { AccountDifference } from '../../engine/trading/reconcile.ts';
import type { DifferenceKind } from '../../shared/account-difference.ts';
import { istMidnight } from '../../shared/time.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import type { AccountDifferenceRow } from '../db/schema.ts';
import type { EventSinks } from '../trading/announce.ts';

export interface DifferenceLogDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly sinks: EventSinks;
  readonly userId: number;
  readonly runId: number;
}

/** Readings of both sides when a difference was found. */
export interface DifferenceEvidence {
  readonly tradingSymbol: string;
  /** Of a split or bonus; null otherwise. */
  readonly factor: number | null;
  /** Corporate actions that may explain it, as sentences. Not there in older ones. */
  readonly actions?: readonly string[];
  /** The last price, paise; null when there was none. */
  readonly lastPrice: number | null;
  /** Oldest first. */
  readonly positions: readonly {
    readonly positionId: number;
    readonly quantity: number;
    /** Shares of it that the account does not have. */
    readonly missing: number;
  }[];
  /** Trades of the day in the account that are not ours. Oldest first; price in paise. */
  readonly trades: readonly {
    readonly side: 'buy' | 'sell';
    readonly quantity: number;
    readonly price: number;
    readonly at: number;
  }[];
}

/** Whether a stored difference is about the same positions. Each must have what it has now. */
const isAbout = ({ evidence_json: json }: AccountDifferenceRow, { positions }: DifferenceEvidence): boolean =>
  JSON.stringify((JSON.parse(json) as DifferenceEvidence).positions) === JSON.stringify(positions);

/** Stored differences between an account and our records. With what their owner decided. */
export class DifferenceLog {
  private readonly deps: DifferenceLogDeps;

  constructor(deps: DifferenceLogDeps) {
    this.deps = deps;
  }

  /** Contracts with a split that is unsettled or left alone. */
  async openSplits(): Promise<ReadonlySet<string>> {
    const rows = await this.deps.database.read
      .selectFrom('account_differences')
      .select('contract_key')
      .where('run_id', '=', this.deps.runId)
      .where('status', '=', 'open')
      .where('kind', '=', 'split')
      .execute();
    return new Set(rows.map(({ contract_key: key }) => key));
  }

  /** Whether the owner has accepted today's price gap as real. The gap is a price far beyond the stop. */
  async isGapAccepted(key: string, now: number): Promise<boolean> {
    const accepted = await this.leftAlone(key, 'price-gap')
      .where('ended_at', '>=', istMidnight(now))
      .executeTakeFirst();
    return accepted !== undefined;
  }

  /**
   * Whether the owner left a split alone and positions can be left. Where the account holds fewer after it, it is
   * not known how many of each are there.
   */
  async isSplitLeftAlone(key: string, { kind, ours, theirs }: AccountDifference): Promise<boolean> {
    if (kind !== 'split' || theirs < ours) return false;
    const leftAlone = await this.leftAlone(key, kind)
      .where('status', '=', 'open')
      .where('theirs', '=', theirs)
      .executeTakeFirst();
    return leftAlone !== undefined;
  }

  private leftAlone(key: string, kind: DifferenceKind) {
    return this.deps.database.read
      .selectFrom('account_differences')
      .select('id')
      .where('run_id', '=', this.deps.runId)
      .where('contract_key', '=', key)
      .where('kind', '=', kind)
      .where('resolution', '=', 'leave-alone');
  }

  /** Write a difference and notify its owner. Once for each thing that the account shows. */
  async write(
    { key, symbol }: { readonly key: string; readonly symbol: string },
    difference: AccountDifference,
    evidence: DifferenceEvidence,
  ): Promise<void> {
    const { database, sinks, clock, userId, runId } = this.deps;
    const { kind, ours, theirs } = difference;
    await database.write(userId, async (tx) => {
      const known = await tx.query
        .selectFrom('account_differences')
        .selectAll()
        .where('run_id', '=', runId)
        .where('contract_key', '=', key)
        .where('status', '=', 'open')
        .executeTakeFirst();
      if (known && known.theirs === theirs && known.kind === kind && isAbout(known, evidence)) return;
      // The owner has said to leave just this as it is; they may reconsider it, for the positions that there are now.
      const isLeftAlone =
        known?.resolution === 'leave-alone' &&
        known.kind === kind &&
        known.ours === ours &&
        known.theirs === theirs;
      const row = {
        kind,
        ours,
        theirs,
        evidence_json: JSON.stringify(evidence),
        found_at: isLeftAlone ? known.found_at : clock.now(),
        resolution: isLeftAlone ? known.resolution : null,
      };
      if (known)
        await tx.query.updateTable('account_differences').set(row).where('id', '=', known.id).execute();
      else
        await tx.query
          .insertInto('account_differences')
          .values({
            ...row,
            user_id: userId,
            run_id: runId,
            contract_key: key,
            symbol,
            status: 'open',
            ended_at: null,
          })
          .execute();
      if (isLeftAlone) return;
      const named = (evidence.actions ?? []).map((action) => ` ${action}`).join('');
      await sinks.notify(tx, userId, 'broker', {
        ...(kind === 'price-gap'
          ? {
              title: `${symbol}: split, bonus or demerger?`,
              body: `${differenceSentence(symbol, difference)}${named} It is not sold until you decide, or until the account shows the new quantity.`,
            }
          : {
              title: `${symbol}: the account differs`,
              body: `${differenceSentence(symbol, difference)}${named} Nothing is sent for what is missing until you decide.`,
            }),
        link: '/reconciliation',
        isCritical: true,
      });
    });
  }

  /** Differences that are not there any more end by themselves. */
  async endGone(differing: ReadonlySet<string>): Promise<void> {
    const { database, clock, userId, runId } = this.deps;
    const open = await database.read
      .selectFrom('account_differences')
      .select(['id', 'contract_key'])
      .where('run_id', '=', runId)
      .where('status', '=', 'open')
      .execute();
    const gone = open.filter(({ contract_key: key }) => !differing.has(key)).map(({ id }) => id);
    if (gone.length === 0) return;
    await database.write(userId, (tx) =>
      tx.query
        .updateTable('account_differences')
        .set({ status: 'gone', resolution: null, ended_at: clock.now() })
        .where('id', 'in', gone)
        .execute(),
    );
  }
}

/** A difference as a sentence. */
export const differenceSentence = (
  symbol: string,
  { kind, ours, theirs, factor }: Pick<AccountDifference, 'kind' | 'ours' | 'theirs' | 'factor'>,
): string => {
  switch (kind) {
    case 'gone':
      return `TrickDesk holds ${Math.abs(ours)} ${symbol}; the account holds none.`;
    case 'opposite':
      return `TrickDesk holds ${ours} ${symbol}; the account is at ${theirs}.`;
    case 'split':
      return `TrickDesk holds ${ours} ${symbol}; the account holds ${theirs}: a split or bonus of ${factor ?? 1} for 1, it seems.`;
    case 'price-gap':
      return `The price of ${symbol} has gone far beyond its stop overnight, as a split, bonus or demerger does; the account shows ${theirs === ours ? `the same ${Math.abs(ours)}` : theirs}.`;
    default:
      return `TrickDesk holds ${ours} ${symbol}; the account holds ${theirs}.`;
  }
};
