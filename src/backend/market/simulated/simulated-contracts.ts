import { symbolOf } from '../../../engine/contracts/contract.ts';
import { ContractIndex } from '../contracts/contract-index.ts';
import { listedExpiries, listedStrikes, SIMULATED_UNDERLYINGS } from './option-list.ts';

/** Contracts that the simulated exchange lists at a moment, epoch ms. On underlyings whose close of the day before is known, paise. */
export const simulatedContracts = (
  now: number,
  previousCloseOf: (underlying: string) => number | null,
): ContractIndex => {
  const index = new ContractIndex();
  for (const underlying of SIMULATED_UNDERLYINGS) {
    const previousClose = previousCloseOf(underlying);
    if (previousClose === null) continue;
    const strikes = listedStrikes(underlying, previousClose);
    for (const { day: expiry, isMonthly } of listedExpiries(underlying, now)) {
      // Futures have no weeks.
      if (isMonthly) index.add(symbolOf({ exchange: 'NSE', underlying, expiry, kind: 'future' }));
      for (const strike of strikes)
        for (const right of ['call', 'put'] as const)
          index.add(symbolOf({ exchange: 'NSE', underlying, expiry, kind: 'option', strike, right }));
    }
  }
  return index;
};
