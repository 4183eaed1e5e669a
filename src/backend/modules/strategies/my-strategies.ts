import type { InputOf, OutputOf } from '../../../shared/contract/endpoint.ts';
import type { strategies } from '../../../shared/contract/strategies.ts';
import { pageOffset } from '../../../shared/paging.ts';
import { ANY_STRATEGY_STATUS, BROKER_ID, STRATEGY_STATUS } from '../../../shared/strategy-status.ts';
import { lowered } from '../../db/containing.ts';
import type { Database } from '../../db/database.ts';
import type { StrategyRow } from '../../db/schema.ts';
import type { StrategyCards } from '../../trading/strategy-cards.ts';

type Wanted = Required<InputOf<typeof strategies.mine>>;
type MyStrategiesPage = OutputOf<typeof strategies.mine>;

/** Columns by which a list of somebody's own strategies is chosen. */
type OwnRow = Pick<StrategyRow, 'id' | 'name' | 'mode' | 'status' | 'broker_id'>;

/** Most people of whom it is held. */
const MOST_HELD = 5_000;

const { running, stopped, needsAttention } = STRATEGY_STATUS;

/**
 * Whether a strategy belongs to the wanted status. One that needs its owner enters again afterwards: in the tab of its
 * mode it stands with those that run.
 */
const hasStatus = ({ status }: OwnRow, { strategyStatus, pageType }: Wanted): boolean =>
  strategyStatus === ANY_STRATEGY_STATUS ||
  status === strategyStatus ||
  (status === needsAttention && strategyStatus === running && pageType !== 'All');

const isWanted = (row: OwnRow, wanted: Wanted, search: string): boolean =>
  hasStatus(row, wanted) &&
  (wanted.pageType === 'All' || row.mode === (wanted.pageType === 'Live' ? 'live' : 'test')) &&
  (wanted.brokerId === BROKER_ID.any || row.broker_id === wanted.brokerId) &&
  lowered(row.name).includes(search);

const idsOf = (rows: readonly OwnRow[]): number[] => rows.map(({ id }) => id);

/** People's own strategies, held for each of them until one changes. */
export class MyStrategies {
  private readonly database: Database;
  private readonly cards: StrategyCards;
  private readonly held = new Map<number, readonly OwnRow[]>();
  private changes = 0;

  constructor(database: Database, cards: StrategyCards) {
    this.database = database;
    this.cards = cards;
    database.onStrategiesChanged(({ owners, of }) => {
      this.changes++;
      if (of === 'anything') this.held.clear();
      for (const userId of owners) this.held.delete(userId);
    });
  }

  /** A page of a user's strategies, those needing attention, and tab counts. */
  async page(userId: number, wanted: Wanted): Promise<MyStrategiesPage> {
    const rows = await this.of(userId);
    const search = wanted.search.toLowerCase();
    const found = rows.filter((row) => isWanted(row, wanted, search));
    const waiting = rows.filter(({ status }) => status === needsAttention);
    const from = pageOffset(wanted);
    const count = (condition: (row: OwnRow) => boolean): number => rows.filter(condition).length;
    return {
      rows: await this.cards.cards(idsOf(found.slice(from, from + wanted.pageSize)), userId),
      needsAttention: await this.cards.cards(idsOf(waiting).reverse(), userId),
      counts: {
        live: count(
          ({ mode, status }) => mode === 'live' && (status === running || status === needsAttention),
        ),
        test: count(({ mode }) => mode === 'test'),
        stopped: count(({ status }) => status === stopped),
      },
      pageNumber: wanted.pageNumber,
      pageSize: wanted.pageSize,
      total: found.length,
    };
  }

  /** Newest first. */
  private async of(userId: number): Promise<readonly OwnRow[]> {
    const known = this.held.get(userId);
    if (known) return known;
    const before = this.changes;
    const rows = await this.database.read
      .selectFrom('strategies')
      .select(['id', 'name', 'mode', 'status', 'broker_id'])
      .where('owner_id', '=', userId)
      .where('kind', '=', 'rules')
      .where('removed_at', 'is', null)
      .orderBy('id', 'desc')
      .execute();
    // What changed while it was read is for this answer only.
    if (before !== this.changes) return rows;
    if (this.held.size >= MOST_HELD) this.held.clear();
    this.held.set(userId, rows);
    return rows;
  }
}
