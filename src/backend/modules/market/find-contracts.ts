import { OPTION_TICK } from '../../../engine/instrument.ts';
import { type Contract, symbolOf } from '../../../engine/contracts/contract.ts';
import { freezeQuantityOn, lotOfExpiry } from '../../../engine/contracts/contract-size.ts';
import { istDate } from '../../../shared/time.ts';
import type { ContractTerms } from '../../market/contracts/contract-list.ts';
import { queryOf } from '../../market/contracts/contract-query.ts';
import type { ContractSearch } from '../../market/contracts/contract-search.ts';
import { simulatedContracts } from '../../market/simulated/simulated-contracts.ts';
import type { MarketCalls, MarketDeps } from './market-deps.ts';

const shown = (contract: Contract, { lotSize, tickSize, token, endsOn }: ContractTerms, now: number) => ({
  symbol: symbolOf(contract),
  exchange: contract.exchange,
  underlying: contract.underlying,
  expiry: contract.expiry,
  lastDay: endsOn ?? contract.expiry,
  kind: contract.kind === 'future' ? contract.kind : contract.right,
  strike: contract.kind === 'future' ? null : contract.strike,
  lotSize,
  tickSize,
  freezeQuantity: freezeQuantityOn(contract.underlying, now),
  token,
});

/** Finds futures and options while somebody types. In the lists there are, or else in the simulated market. */
export const findContracts =
  ({ clock, marketRuns }: MarketDeps, search: ContractSearch): MarketCalls['findContracts'] =>
  async (input, { userId }) => {
    const words = queryOf(input.search);
    const { session, identity } = marketRuns.runOf(userId);
    const isReplay = identity.source === 'replay';
    // In a replay it is some day of before, and what was listed then.
    const now = isReplay ? session.now : clock.now();
    const priced = isReplay ? session : marketRuns.runFor(userId, 'live')?.session;
    const listed = await search.find(userId, {
      words,
      most: input.limit,
      today: istDate(now),
      isOfFiles: isReplay,
      priceOf: (underlying) => priced?.lastPrice(underlying)?.price ?? null,
    });
    if (listed)
      return {
        source: listed.source === 'file' ? 'replay' : 'broker',
        listedOn: listed.listedOn,
        contracts: listed.found.map(({ contract, terms }) => shown(contract, terms, now)),
        reason: '',
      };
    if (identity.source !== 'simulated')
      return {
        source: identity.source,
        listedOn: null,
        contracts: [],
        reason: 'No file of futures and options has been imported that has contracts of the replayed day.',
      };
    const priceOf = (underlying: string) => session.lastPrice(underlying)?.price ?? null;
    const index = simulatedContracts(
      session.now,
      (underlying) => session.previousClose(underlying) ?? priceOf(underlying),
    );
    const found = index.find(words, input.limit, priceOf);
    const terms = { tickSize: OPTION_TICK, token: null, endsOn: null, isListed: true };
    return {
      source: 'simulated',
      listedOn: istDate(session.now),
      contracts: found.map((contract) =>
        shown(
          contract,
          { ...terms, lotSize: lotOfExpiry(contract.underlying, contract.expiry) },
          session.now,
        ),
      ),
      reason: '',
    };
  };
