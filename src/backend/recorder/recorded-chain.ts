import type { Kysely } from 'kysely';
import { nearestStrike } from '../../engine/options/chain.ts';
import { symbolOf } from '../../engine/contracts/contract.ts';
import { lastDayOf } from '../../engine/contracts/expiry.ts';
import type { Schema } from '../db/schema.ts';
import { knownContracts } from '../market/contracts/contract-rows.ts';
import { termsOn } from '../market/contracts/dated-terms.ts';
import { HOUSE_OWNER } from '../market/contracts/store-contracts.ts';
import type { RecordedContract } from './minute-samples.ts';

/** Options of the nearest expiry on a day. By the broker's list; empty where there is none. */
export const nearestOptions = async (
  db: Kysely<Schema>,
  underlying: string,
  day: string,
): Promise<RecordedContract[]> => {
  const known = await knownContracts(db, { ownerId: HOUSE_OWNER, source: 'angel-one' }, underlying, day);
  const options: RecordedContract[] = [];
  for (const { contract, terms } of known.values()) {
    const now = termsOn(terms, day);
    if (contract.kind !== 'option' || contract.exchange !== 'NSE') continue;
    if (!now?.isListed || now.token === null) continue;
    if (lastDayOf(contract.expiry) < day) continue;
    options.push({ contract, symbol: symbolOf(contract), exchange: 'NFO', token: now.token });
  }
  const nearest = options.map(({ contract }) => contract.expiry).sort()[0];
  return options.filter(({ contract }) => contract.expiry === nearest);
};

/** Those of so many listed strikes on each side of the money. */
export const aroundMoney = (
  options: readonly RecordedContract[],
  spot: number,
  strikesASide: number,
): RecordedContract[] => {
  const strikes = [...new Set(options.map(({ contract }) => contract.strike))].sort((a, b) => a - b);
  const middle = nearestStrike(strikes, spot);
  if (middle === null) return [];
  const at = strikes.indexOf(middle);
  const wanted = new Set(strikes.slice(Math.max(0, at - strikesASide), at + strikesASide + 1));
  return options.filter(({ contract }) => wanted.has(contract.strike));
};
