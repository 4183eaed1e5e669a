import type { Kysely } from 'kysely';
import { contractOf, symbolOf } from '../../../engine/contracts/contract.ts';
import type { Transaction } from '../../db/database.ts';
import type { Schema } from '../../db/schema.ts';
import type { Pause } from '../../pauses.ts';
import { istDate } from '../../../shared/time.ts';
import type { MergeCount } from '../candle-store.ts';
import {
  type ContractBar,
  contractChunkOf,
  type ContractChunkPlace,
  type ContractChunkValues,
  mergeContractBars,
  monthOfBar,
  putContractChunk,
  storedContractMonth,
} from '../contracts/contract-candles.ts';
import { seriesName } from '../contracts/contract-key.ts';
import {
  type ContractMinute,
  type ContractMinutePlace,
  type ContractMinuteValues,
  minuteValuesOf,
  putContractMinutes,
  storedContractMinutes,
} from '../contracts/contract-minutes.ts';
import { keepList, knownContracts, ROWS_A_STATEMENT, writeChanges } from '../contracts/contract-rows.ts';
import { changesOf, type KnownContract, type TermsChange } from '../contracts/dated-terms.ts';
import type { ParsedContract } from './parse-file.ts';

/** Futures and options for an import to write. */
export interface ReadContracts {
  /** Rows of terms as JSON, each one statement. They are written in this order. */
  readonly changes: readonly string[];
  /** Days of the files. `contracts` are the rows that each has brought. */
  readonly lists: readonly { readonly day: string; readonly contracts: number }[];
  readonly chunks: readonly { readonly place: ContractChunkPlace; readonly values: ContractChunkValues }[];
  readonly minutes: readonly { readonly place: ContractMinutePlace; readonly values: ContractMinuteValues }[];
}

/** Counts of the candles of a file. */
interface BarCount {
  readonly kept: number;
  readonly repeated: number;
}

const sourceOf = (userId: number) => ({ ownerId: userId, source: 'file' }) as const;

/** Futures and options of an import, merged with those that are stored. Nothing is written here. */
export class ContractImport {
  private readonly db: Kysely<Schema>;
  private readonly userId: number;
  /** Contracts that this import has changed, as they are after it. */
  private readonly changed = new Map<string, KnownContract>();
  private readonly changes: string[] = [];
  private readonly lists = new Map<string, number>();
  /** Months that this import has come to; those without anything new are not written. */
  private readonly months = new Map<
    string,
    { place: ContractChunkPlace; bars: readonly ContractBar[]; isNew: boolean }
  >();
  /** Days of minutes that this import has come to. */
  private readonly days = new Map<
    string,
    { place: ContractMinutePlace; bars: readonly ContractMinute[]; isNew: boolean }
  >();

  constructor(db: Kysely<Schema>, userId: number) {
    this.db = db;
    this.userId = userId;
  }

  /** Add the contracts of a file; answers how many of its candles are new. */
  async add(contracts: readonly ParsedContract[]): Promise<BarCount> {
    for (const [day, ofDay] of Map.groupBy(contracts, (one) => one.day)) {
      this.lists.set(day, (this.lists.get(day) ?? 0) + (await this.addList(day, ofDay)));
    }
    return this.addBars(contracts);
  }

  /** Add minutes of contracts, by symbol; answers how many are new. Their contracts are known from then on. */
  async addMinutes(bySymbol: ReadonlyMap<string, readonly ContractMinute[]>): Promise<BarCount> {
    const rows = [...bySymbol].flatMap(([symbol, bars]) => {
      const contract = contractOf(symbol);
      return contract ? bars.map((bar) => ({ contract, day: istDate(bar.time), bar })) : [];
    });
    let [kept, repeated] = [0, 0];
    for (const [day, ofDay] of Map.groupBy(rows, (row) => row.day)) {
      const contracts = new Map(ofDay.map(({ contract }) => [symbolOf(contract), contract]));
      const listed = [...contracts.values()].map((contract) => ({
        ...{ day, bar: null },
        listed: { contract, lotSize: null, tickSize: null, token: null, endsOn: null },
      }));
      this.lists.set(day, (this.lists.get(day) ?? 0) + (await this.addList(day, listed)));
      for (const [series, some] of Map.groupBy(ofDay, ({ contract }) => seriesName(contract))) {
        const counts = await this.addDay(
          { owner_id: this.userId, series, day, source: 'file' },
          some.map(({ bar }) => bar),
        );
        kept += counts.kept + counts.replaced;
        repeated += counts.repeated;
      }
    }
    return { kept, repeated };
  }

  private async addDay(place: ContractMinutePlace, fresh: readonly ContractMinute[]): Promise<MergeCount> {
    const id = `${place.series} ${place.day}`;
    const known = this.days.get(id);
    const stored = known?.bars ?? (await storedContractMinutes(this.db, place))?.bars() ?? [];
    const { bars, ...counts } = mergeContractBars(stored, fresh);
    const isNew = counts.kept + counts.replaced > 0 || (known?.isNew ?? false);
    this.days.set(id, { place, bars, isNew });
    return counts;
  }

  /** All that there is to write. */
  read(): ReadContracts {
    return {
      changes: this.changes,
      lists: [...this.lists].map(([day, count]) => ({ day, contracts: count })),
      chunks: [...this.months.values()]
        .filter(({ isNew }) => isNew)
        .map(({ place, bars }) => ({ place, values: contractChunkOf(bars) })),
      minutes: [...this.days.values()]
        .filter(({ isNew }) => isNew)
        .map(({ place, bars }) => ({ place, values: minuteValuesOf(place.day, bars) })),
    };
  }

  private async addList(day: string, contracts: readonly ParsedContract[]): Promise<number> {
    const all: TermsChange[] = [];
    const byUnderlying = Map.groupBy(contracts, ({ listed }) => listed.contract.underlying);
    for (const [underlying, some] of byUnderlying) {
      const known = await knownContracts(this.db, sourceOf(this.userId), underlying, day);
      for (const { listed } of some) {
        const symbol = symbolOf(listed.contract);
        const changed = this.changed.get(symbol);
        if (changed) known.set(symbol, changed);
      }
      const listed = some.map((one) => one.listed);
      // A file need not have all contracts: what it lacks is none the worse.
      for (const change of changesOf(known, listed, { day, isWhole: false })) {
        all.push(change);
        this.keep(known, change);
      }
    }
    for (let first = 0; first < all.length; first += ROWS_A_STATEMENT)
      this.changes.push(JSON.stringify(all.slice(first, first + ROWS_A_STATEMENT)));
    return all.length;
  }

  private keep(known: ReadonlyMap<string, KnownContract>, { contract, terms, instead }: TermsChange): void {
    const symbol = symbolOf(contract);
    const others = (known.get(symbol)?.terms ?? []).filter(
      ({ listedOn }) => listedOn !== terms.listedOn && listedOn !== instead,
    );
    const inOrder = [...others, terms].sort((a, b) => (a.listedOn < b.listedOn ? -1 : 1));
    this.changed.set(symbol, { contract, terms: inOrder });
  }

  private async addBars(contracts: readonly ParsedContract[]): Promise<BarCount> {
    let [kept, repeated] = [0, 0];
    const traded = contracts.flatMap(({ listed, bar }) => (bar ? [{ contract: listed.contract, bar }] : []));
    const byMonth = Map.groupBy(traded, ({ contract, bar }) => `${seriesName(contract)} ${monthOfBar(bar)}`);
    for (const [id, some] of byMonth) {
      const [first] = some;
      if (!first) continue;
      const known = this.months.get(id);
      const place = known?.place ?? {
        owner_id: this.userId,
        series: seriesName(first.contract),
        month: monthOfBar(first.bar),
      };
      const { bars, ...counts } = mergeContractBars(
        known?.bars ?? (await storedContractMonth(this.db, place)),
        some.map(({ bar }) => bar),
      );
      const isNew = counts.kept + counts.replaced > 0;
      this.months.set(id, { place, bars, isNew: isNew || (known?.isNew ?? false) });
      kept += counts.kept + counts.replaced;
      repeated += counts.repeated;
    }
    return { kept, repeated };
  }
}

/** Write the futures and options of an import. */
export const writeContracts = async (
  tx: Transaction,
  userId: number,
  { changes, lists, chunks, minutes }: ReadContracts,
  pause: Pause,
): Promise<void> => {
  for (const some of changes) {
    await writeChanges(tx, sourceOf(userId), JSON.parse(some) as TermsChange[]);
    await pause();
  }
  for (const { day, contracts } of lists)
    await keepList(tx, sourceOf(userId), { day, contracts, leftOut: 0 });
  for (const { place, values } of chunks) {
    await putContractChunk(tx, place, values);
    await pause();
  }
  for (const { place, values } of minutes) {
    await putContractMinutes(tx, place, values);
    await pause();
  }
};
