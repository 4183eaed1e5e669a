import { type Contract, contractOf, symbolOf } from '../../../engine/contracts/contract.ts';
import { findInstrument } from '../../market/instrument-master.ts';
import { type Database, HOUSE } from '../../db/database.ts';
import { KeyedLanes } from '../../keyed-lanes.ts';
import { knownContracts, termsOf } from '../../market/contracts/contract-rows.ts';
import { HOUSE_OWNER, storeContracts } from '../../market/contracts/store-contracts.ts';
import { type Pause, pauses } from '../../pauses.ts';
import { istDate } from '../../../shared/time.ts';
import { type BrokerInstrument, BrokerTrouble } from '../broker.ts';
import type { BrokerContract } from '../broker-link.ts';
import { contractInstrument } from './contract-instrument.ts';
import { readScripMaster, type ScripMaster } from './scrip-master.ts';
import type { ListedInstrument } from './scrip-rows.ts';

/** Its contracts in the master. */
const ANGEL_ONE = { ownerId: HOUSE_OWNER, source: 'angel-one' } as const;

/** Angel One among the brokers that a user can pick. */
export const ANGEL_ONE_ID = 2;
/** A statement takes so many values at most. */
const ROWS_A_STATEMENT = 500;
const DOWNLOAD_MS = 120_000;

export interface InstrumentListOptions {
  readonly database: Database;
  /** Where the broker keeps its list. */
  readonly url: string;
  /** The wait after a failed list before the next request, ms. None if not given. */
  readonly retryAfterMs?: number;
}

/**
 * Instruments that Angel One trades, as of a day; kept in the database for all accounts. Its futures and options go into
 * the contract master, where they stay.
 */
export class InstrumentList {
  private readonly database: Database;
  private readonly url: string;
  private readonly retryAfterMs: number;
  private readonly lanes = new KeyedLanes<'list'>();
  /** Why the last list failed. Until `until` (ms of this process) this is returned instead of asking again. */
  private failure: { readonly trouble: BrokerTrouble; readonly until: number } | null = null;

  constructor({ database, url, retryAfterMs = 0 }: InstrumentListOptions) {
    this.database = database;
    this.url = url;
    this.retryAfterMs = retryAfterMs;
  }

  /** The day of the list in use, `YYYY-MM-DD`; null before the first. */
  async listedOn(): Promise<string | null> {
    const row = await this.database.read
      .selectFrom('broker_instruments')
      .select('listed_on')
      .where('broker_id', '=', ANGEL_ONE_ID)
      .limit(1)
      .executeTakeFirst();
    return row?.listed_on ?? null;
  }

  /**
   * Brings the list up to a day (`YYYY-MM-DD`), if it is not. Until all of the new list has come, the old one stays.
   * @throws BrokerTrouble
   */
  bringUpTo(day: string): Promise<void> {
    // In turn: who comes while it is fetched for another finds it, or why it did not come.
    return this.lanes.run('list', () => this.bring(day));
  }

  private async bring(day: string): Promise<void> {
    if ((await this.listedOn()) === day) return;
    // Each symbol asks for the list: they must not wait one after the other for a host that does not answer.
    if (this.failure && performance.now() < this.failure.until) throw this.failure.trouble;
    this.failure = null;
    try {
      const { instruments, contracts, leftOut } = await this.download();
      const pause = pauses();
      // First, since the day of the instruments says that all of the list was kept.
      if (contracts.length > 0)
        await storeContracts(
          this.database,
          { source: 'angel-one', day, isWhole: true, listed: contracts, leftOut },
          pause,
        );
      await this.store(instruments, day, pause);
    } catch (error) {
      if (error instanceof BrokerTrouble)
        this.failure = { trouble: error, until: performance.now() + this.retryAfterMs };
      throw error;
    }
  }

  /**
   * The broker's instrument for a symbol of ours, by the day. On the day of `now` (epoch ms) it is the share, or the
   * near-month future of an index. On a future's last day it is the next one, all day: what is entered then would have
   * to be left by evening, and a symbol means one contract from the first order of a day to the last. What is held is
   * held by its contract. The symbol of a contract means that one.
   * @throws BrokerTrouble `order` when the broker does not trade it.
   */
  async instrumentFor(symbol: string, now: number): Promise<BrokerInstrument> {
    const contract = contractOf(symbol);
    if (contract) return this.contractFor(contract, now);
    const isIndex = findInstrument(symbol)?.kind === 'index-proxy';
    const query = this.database.read
      .selectFrom('broker_instruments')
      .selectAll()
      .where('broker_id', '=', ANGEL_ONE_ID)
      .where('name', '=', symbol);
    const row = isIndex
      ? await query
          .where('kind', '=', 'future')
          .where('expiry', '>', istDate(now))
          .orderBy('expiry')
          .orderBy('token')
          .executeTakeFirst()
      : await query
          .where('kind', '=', 'equity')
          .where('trading_symbol', '=', `${symbol}-EQ`)
          .executeTakeFirst();
    if (!row) throw await this.unknown(symbol);
    return {
      symbol,
      exchange: isIndex ? 'NFO' : 'NSE',
      token: row.token,
      tradingSymbol: row.trading_symbol,
      lotSize: Number(row.lot_size),
      tickSize: Number(row.tick_size),
      expiry: row.expiry,
      // Angel One's list has neither.
      freezeQuantity: null,
      isin: null,
    };
  }

  /** Listed futures and options on an underlying. With the freeze quantity of a moment, epoch ms. */
  async contractsOn(underlying: string, now: number): Promise<BrokerContract[]> {
    const known = await knownContracts(this.database.read, ANGEL_ONE, underlying, istDate(now));
    return [...known.values()].flatMap(({ contract, terms }) => {
      const instrument = contractInstrument(contract, terms.at(-1), now);
      return instrument && contract.expiry >= istDate(now) ? [{ contract, instrument }] : [];
    });
  }

  private async contractFor(contract: Contract, now: number): Promise<BrokerInstrument> {
    const symbol = symbolOf(contract);
    const instrument = contractInstrument(
      contract,
      await termsOf(this.database.read, ANGEL_ONE, symbol),
      now,
    );
    if (!instrument) throw await this.unknown(symbol);
    return instrument;
  }

  /**
   * A contract as now listed, with tick and lot. With the freeze quantity of a moment, epoch ms. Null when it is no
   * longer in the list in use.
   */
  async contract(held: BrokerInstrument, now: number): Promise<BrokerInstrument | null> {
    const contract = contractOf(held.symbol);
    if (contract) {
      const terms = await termsOf(this.database.read, ANGEL_ONE, held.symbol);
      const listed = contractInstrument(contract, terms, now);
      return listed?.token === held.token ? listed : null;
    }
    const row = await this.database.read
      .selectFrom('broker_instruments')
      .selectAll()
      .where('broker_id', '=', ANGEL_ONE_ID)
      .where('exchange', '=', held.exchange)
      .where('token', '=', held.token)
      .executeTakeFirst();
    if (!row) return null;
    return {
      ...held,
      tradingSymbol: row.trading_symbol,
      lotSize: Number(row.lot_size),
      tickSize: Number(row.tick_size),
    };
  }

  private async unknown(symbol: string): Promise<BrokerTrouble> {
    const day = await this.listedOn();
    return new BrokerTrouble(
      'order',
      day === null
        ? "Angel One's list of instruments has not been read yet. Try again in a moment."
        : `Angel One does not list ${symbol} (list of ${day}); it may have been renamed or have stopped trading.`,
    );
  }

  private async download(): Promise<ScripMaster> {
    const trouble = (said: string): BrokerTrouble =>
      new BrokerTrouble(
        'unreachable',
        "Angel One's list of instruments did not come. The list of before stays in use.",
        said,
      );
    try {
      const response = await fetch(this.url, { signal: AbortSignal.timeout(DOWNLOAD_MS) });
      if (!response.ok || !response.body) throw trouble(`HTTP ${response.status}`);
      return await readScripMaster(response.body);
    } catch (error) {
      if (error instanceof BrokerTrouble) throw error;
      // What `fetch` throws, at the start or on the way: no more than that it broke.
      if (error instanceof Error && (error.name === 'TypeError' || error.name === 'TimeoutError'))
        throw trouble(error.name);
      throw error;
    }
  }

  private async store(instruments: readonly ListedInstrument[], day: string, pause: Pause): Promise<void> {
    // The file has repeated a token within a segment before.
    const unique = [...new Map(instruments.map((one) => [`${one.exchange}:${one.token}`, one])).values()];
    const rows = unique.map((one) => ({
      broker_id: ANGEL_ONE_ID,
      exchange: one.exchange,
      token: one.token,
      trading_symbol: one.tradingSymbol,
      name: one.name,
      kind: one.kind,
      expiry: one.expiry,
      lot_size: one.lotSize,
      tick_size: one.tickSize,
      listed_on: day,
    }));
    await this.database.write(HOUSE, async ({ query }) => {
      await query.deleteFrom('broker_instruments').where('broker_id', '=', ANGEL_ONE_ID).execute();
      for (let first = 0; first < rows.length; first += ROWS_A_STATEMENT) {
        await query
          .insertInto('broker_instruments')
          .values(rows.slice(first, first + ROWS_A_STATEMENT))
          .execute();
        await pause();
      }
    });
  }
}
