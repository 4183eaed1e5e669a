import { contractOf } from '../../../engine/contracts/contract.ts';
import { expiryMoment } from '../../../engine/contracts/expiry.ts';
import type { Tape, TapeStep, Tick, TickBatch } from '../tape.ts';
import { simulatedContractPrice } from './leg-market.ts';

/** Questions of a tape with contracts to its run. */
export interface ContractTapeDeps {
  /** Contracts that somebody holds, trades or waits for. The others have no ticks. */
  readonly wanted: () => Iterable<string>;
  /** Close of the day before, paise; null where it is not known. */
  readonly previousClose: (symbol: string) => number | null;
}

/**
 * The simulated market with ticks of contracts beside those of their index. A contract has a price in each moment in
 * which its index has one, until it expires.
 */
export class ContractTape implements Tape {
  readonly symbols: readonly string[];
  private readonly tape: Tape;
  private readonly deps: ContractTapeDeps;

  constructor(tape: Tape, deps: ContractTapeDeps) {
    this.tape = tape;
    this.deps = deps;
    this.symbols = tape.symbols;
  }

  async next(time: number): Promise<TapeStep | null> {
    const step = await this.tape.next(time);
    const wanted = [...new Set(this.deps.wanted())].sort();
    if (!step || wanted.length === 0) return step;
    return { ...step, batches: step.batches.map((batch) => this.withContracts(batch, wanted)) };
  }

  private withContracts(batch: TickBatch, wanted: readonly string[]): TickBatch {
    const indices = new Map(batch.ticks.map((tick) => [tick.symbol, tick]));
    const ticks: Tick[] = [];
    for (const symbol of wanted) {
      const contract = contractOf(symbol);
      if (!contract || expiryMoment(contract.expiry) <= batch.time) continue;
      const { underlying } = contract;
      const index = indices.get(underlying);
      if (!index) continue;
      const { price: spot, isGap } = index;
      const previousClose = this.deps.previousClose(underlying) ?? spot;
      const price = simulatedContractPrice({ underlying, spot, previousClose, now: batch.time }, symbol);
      if (price !== null) ticks.push({ symbol, price, volume: 0, isGap });
    }
    return { time: batch.time, ticks: [...batch.ticks, ...ticks] };
  }
}
