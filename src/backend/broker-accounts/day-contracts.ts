import { indexOfQuote, indexQuoteName } from '../../shared/quotes.ts';
import { type BrokerInstrument, BrokerTrouble } from '../brokers/broker.ts';
import type { BrokerLink } from '../brokers/broker-link.ts';
import type { Clock } from '../clock.ts';
import type { PositionRow } from '../db/schema.ts';
import { findInstrument } from '../market/instrument-master.ts';
import { contractKey } from './contract-key.ts';
import { readInstrument } from './held-position.ts';

export interface DayContractsDeps {
  readonly link: Pick<BrokerLink, 'instrumentFor' | 'contract'>;
  readonly clock: Clock;
  /** Told of what a symbol is traded as today. */
  readonly onTraded: (symbol: string, instrument: BrokerInstrument) => void;
}

/** Instruments of a broker's list, as it is today. Each is decided once a day, with today's tick and lot. */
export class DayContracts {
  private readonly deps: DayContractsDeps;
  private readonly bySymbol = new Map<string, BrokerInstrument>();
  /** By their keys, with those of what is held. */
  private readonly byKey = new Map<string, BrokerInstrument>();

  constructor(deps: DayContractsDeps) {
    this.deps = deps;
  }

  /** Instruments by the symbols that were asked for today. */
  traded(): ReadonlyMap<string, BrokerInstrument> {
    return this.bySymbol;
  }

  /** All that is known of today's list. */
  all(): BrokerInstrument[] {
    return [...this.byKey.values()];
  }

  /** A new day has begun, and each is asked for anew. */
  clear(): void {
    this.bySymbol.clear();
    this.byKey.clear();
  }

  /** Today's instrument for a symbol of ours. @throws BrokerTrouble when it cannot be traded at the broker */
  async of(symbol: string): Promise<BrokerInstrument> {
    const known = this.bySymbol.get(symbol);
    if (known) return known;
    const { link, clock, onTraded } = this.deps;
    const instrument = await link.instrumentFor(symbol, clock.now());
    this.bySymbol.set(symbol, instrument);
    this.byKey.set(contractKey(instrument), instrument);
    onTraded(symbol, instrument);
    return instrument;
  }

  /** Null for what the broker does not trade. @throws BrokerTrouble when it does not say */
  listed(symbol: string): Promise<BrokerInstrument | null> {
    return orNull(this.of(symbol));
  }

  /** The underlying of contracts: an index itself, whose symbol trades its future, or a share. @throws BrokerTrouble */
  async spotOf(underlying: string): Promise<BrokerInstrument> {
    const row = findInstrument(underlying);
    if (row?.kind !== 'index-proxy') return this.of(underlying);
    const { token, exchange } = row;
    const none = { expiry: null, freezeQuantity: null, isin: null };
    const symbol = indexQuoteName(underlying);
    return { symbol, exchange, token, tradingSymbol: symbol, lotSize: 1, tickSize: 1, ...none };
  }

  /** Instrument of a followed price: an index itself, else what is traded. Null of what is not listed. */
  async followed(symbol: string): Promise<BrokerInstrument | null> {
    return findInstrument(symbol)?.kind === 'index-proxy' ? this.spotOf(symbol) : this.listed(symbol);
  }

  /** Instrument of what is looked at; null for what the broker does not trade. @throws BrokerTrouble */
  async shown(symbol: string): Promise<BrokerInstrument | null> {
    const index = indexOfQuote(symbol);
    if (index !== null) return findInstrument(index)?.kind === 'index-proxy' ? this.spotOf(index) : null;
    const { link, clock } = this.deps;
    // What is looked at is not traded: it is not written down as such.
    return this.bySymbol.get(symbol) ?? orNull(link.instrumentFor(symbol, clock.now()));
  }

  /** A contract as today's list has it. As it was given before that was read. */
  today(instrument: BrokerInstrument): BrokerInstrument {
    return this.byKey.get(contractKey(instrument)) ?? instrument;
  }

  /** A position's contract as today's list has it. As it was bought where the list lacks it. */
  async heldIn({ instrument_json: json }: PositionRow): Promise<BrokerInstrument | null> {
    const held = readInstrument(json);
    if (!held) return null;
    const key = contractKey(held);
    const known = this.byKey.get(key);
    if (known) return known;
    try {
      const today = await this.deps.link.contract(held);
      if (today) this.byKey.set(key, today);
      return today ?? held;
    } catch (error) {
      if (error instanceof BrokerTrouble) return held;
      throw error;
    }
  }
}

/** Null in place of a refusal of the symbol itself. */
const orNull = async (asked: Promise<BrokerInstrument>): Promise<BrokerInstrument | null> => {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof BrokerTrouble && error.kind === 'order') return null;
    throw error;
  }
};
