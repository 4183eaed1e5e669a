import { type Contract, contractOf } from '../../engine/contracts/contract.ts';
import { expiryMoment, lastDayOf } from '../../engine/contracts/expiry.ts';
import { settle } from '../../engine/contracts/settlement.ts';
import { storageTrouble } from '../db/storage-trouble.ts';
import type { PositionRow } from '../db/schema.ts';
import { Refusal } from '../refusal.ts';
import type { Execution, ExecutionDeps } from './execution.ts';

export interface ExpirySettlementDeps extends Pick<ExecutionDeps, 'onFault'> {
  readonly execution: Pick<Execution, 'openPositions' | 'settle'>;
  /** Close of an underlying on a day (`YYYY-MM-DD`), paise; null where it is not known. */
  readonly closeOf: (underlying: string, day: string) => Promise<number | null>;
}

const settleOne = async (
  { execution, closeOf }: ExpirySettlementDeps,
  { id, symbol }: PositionRow,
  contract: Contract,
  now: number,
): Promise<void> => {
  const { underlying, expiry } = contract;
  const day = lastDayOf(expiry);
  const close = await closeOf(underlying, day);
  if (close === null)
    throw new Refusal(
      'refused',
      `${symbol} has expired and cannot be settled: the close of ${underlying} on ${day} is not known.`,
    );
  const at = Math.min(now, expiryMoment(expiry));
  const settlementOf = ({ side, quantity }: PositionRow) => settle(contract, side, quantity, close, at);
  await execution.settle(id, settlementOf, `Settled at expiry by the close of ${underlying}`, at);
};

/**
 * Settle positions on paper whose contracts have expired. Also those of a day on which the program did not run. A fault stays with its strategy; when nothing can be written it throws, and the next minute goes on.
 */
export const settleExpired = async (deps: ExpirySettlementDeps, now: number): Promise<void> => {
  // All contracts of an expiry end by the same close: it is read once.
  const closes = new Map<string, Promise<number | null>>();
  const closeOf: ExpirySettlementDeps['closeOf'] = (underlying, day) => {
    const name = `${underlying} ${day}`;
    const close = closes.get(name) ?? deps.closeOf(underlying, day);
    closes.set(name, close);
    return close;
  };
  for (const row of deps.execution.openPositions()) {
    const contract = contractOf(row.symbol);
    if (!contract || expiryMoment(contract.expiry) > now) continue;
    try {
      await settleOne({ ...deps, closeOf }, row, contract, now);
    } catch (error) {
      if (storageTrouble(error) !== null) throw error;
      await deps.onFault(row.strategy_id, error, now);
    }
  }
};
