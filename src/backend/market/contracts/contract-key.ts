import type { Contract } from '../../../engine/contracts/contract.ts';
import type { ContractKind } from './contract-query.ts';

/** Contracts of one underlying and expiry. */
export type ContractSeries = Pick<Contract, 'exchange' | 'underlying' | 'expiry'>;

/** Strike in paise with its right: 0 of a future, above 0 of a call, below 0 of a put. */
export const signedStrikeOf = (contract: Contract): number =>
  contract.kind === 'future' ? 0 : contract.right === 'call' ? contract.strike : -contract.strike;

/** Contract of a series by its signed strike. */
export const contractWith = (
  { exchange, underlying, expiry }: ContractSeries,
  signedStrike: number,
): Contract =>
  signedStrike === 0
    ? { exchange, underlying, expiry, kind: 'future' }
    : {
        ...{ exchange, underlying, expiry },
        kind: 'option',
        strike: Math.abs(signedStrike),
        right: signedStrike > 0 ? 'call' : 'put',
      };

/** Kind of a signed strike. */
export const kindOfStrike = (signedStrike: number): ContractKind =>
  signedStrike === 0 ? 'future' : signedStrike > 0 ? 'call' : 'put';

/** Name of a series: the symbols of its contracts begin with it. */
export const seriesName = ({ exchange, underlying, expiry }: ContractSeries): string =>
  `${exchange === 'BSE' ? 'BSE:' : ''}${underlying} ${expiry}`;
