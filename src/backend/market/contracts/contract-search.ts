import { type Contract, symbolOf } from '../../../engine/contracts/contract.ts';
import type { Database } from '../../db/database.ts';
import type { ContractSource } from '../../db/schema.ts';
import { pauses } from '../../pauses.ts';
import { ContractIndex, type PriceOf } from './contract-index.ts';
import type { ContractTerms } from './contract-list.ts';
import type { QueryWord } from './contract-query.ts';
import { TERMS, termsOfRow, underlyingsOf } from './contract-rows.ts';
import { HOUSE_OWNER } from './store-contracts.ts';

/** A contract that was found, with its newest terms. */
export interface FoundContract {
  readonly contract: Contract;
  readonly terms: ContractTerms;
}

/** Contracts of a list that fit. */
export interface FoundContracts {
  readonly source: ContractSource;
  /** Day of the list, `YYYY-MM-DD`. */
  readonly listedOn: string;
  readonly found: readonly FoundContract[];
}

export interface ContractSearchOptions {
  readonly words: readonly QueryWord[];
  readonly most: number;
  /** Contracts that ended before it are not looked for, `YYYY-MM-DD`. */
  readonly today: string;
  /** Whether the user's own files alone count. They do in a replay. */
  readonly isOfFiles: boolean;
  readonly priceOf: PriceOf;
}

/** Indexes in memory at once. Those that nobody has searched for longest go first. */
const MOST_INDEXES = 5;

/** Search over the contracts in the database. They are held in memory from the first search on, a few bytes each. */
export class ContractSearch {
  private readonly database: Database;
  /** By owner, list and day. */
  private readonly indexes = new Map<string, Promise<ContractIndex>>();

  constructor(database: Database) {
    this.database = database;
  }

  /** Contracts of the broker's list, or else of a user's files. Null where neither has one that has not ended. */
  async find(userId: number, options: ContractSearchOptions): Promise<FoundContracts | null> {
    const ofHouse = options.isOfFiles ? null : await this.findOf(HOUSE_OWNER, options);
    return ofHouse ?? this.findOf(userId, options);
  }

  /** Forget the contracts of a user in memory. They have been changed. */
  forget(userId: number): void {
    for (const key of this.indexes.keys()) if (key.startsWith(`${userId} `)) this.indexes.delete(key);
  }

  private async findOf(
    ownerId: number,
    { words, most, today, priceOf }: ContractSearchOptions,
  ): Promise<FoundContracts | null> {
    const list = await this.database.read
      .selectFrom('contract_lists')
      .select(['source', 'day'])
      .where('owner_id', '=', ownerId)
      .orderBy('day', 'desc')
      .limit(1)
      .executeTakeFirst();
    if (!list) return null;
    const index = await this.indexOf(ownerId, list.day, today);
    if (index.length === 0) return null;
    const contracts = index.find(words, most, priceOf);
    const terms = await this.termsOf(ownerId, contracts.map(symbolOf));
    return {
      source: list.source,
      listedOn: list.day,
      found: contracts.flatMap((contract) => {
        const of = terms.get(symbolOf(contract));
        return of ? [{ contract, terms: of }] : [];
      }),
    };
  }

  private indexOf(ownerId: number, listedOn: string, today: string): Promise<ContractIndex> {
    const key = `${ownerId} ${listedOn} ${today}`;
    const index = this.indexes.get(key) ?? this.build(ownerId, today);
    // The one that was asked last goes last.
    this.indexes.delete(key);
    this.indexes.set(key, index);
    const [oldest] = this.indexes.keys();
    if (this.indexes.size > MOST_INDEXES && oldest !== undefined) this.indexes.delete(oldest);
    index.catch(() => {
      // The next search tries again.
      if (this.indexes.get(key) === index) this.indexes.delete(key);
    });
    return index;
  }

  private async build(ownerId: number, today: string): Promise<ContractIndex> {
    const { read } = this.database;
    const index = new ContractIndex();
    const pause = pauses();
    for (const underlying of await underlyingsOf(read, ownerId)) {
      const rows = await read
        .selectFrom('contracts')
        .select(['symbol', 'expiry', 'ends_on', 'is_listed'])
        .where('owner_id', '=', ownerId)
        .where('underlying', '=', underlying)
        .where('expiry', '>=', today)
        .orderBy('listed_on')
        .execute();
      const latest = new Map(rows.map((row) => [row.symbol, row]));
      for (const { symbol, expiry, ends_on: endsOn, is_listed: isListed } of latest.values())
        if (isListed !== 0 && (endsOn ?? expiry) >= today) index.add(symbol);
      await pause();
    }
    return index;
  }

  private async termsOf(ownerId: number, symbols: readonly string[]): Promise<Map<string, ContractTerms>> {
    if (symbols.length === 0) return new Map();
    const rows = await this.database.read
      .selectFrom('contracts')
      .select(TERMS)
      .where('owner_id', '=', ownerId)
      .where('symbol', 'in', symbols)
      .orderBy('listed_on')
      .execute();
    return new Map(rows.map((row) => [row.symbol, termsOfRow(row)]));
  }
}
