import { Reply } from '../../../shared/contract/endpoint.ts';
import { istIso } from '../../../shared/time.ts';
import { SIMULATED_UNDERLYINGS } from '../../market/simulated/option-list.ts';
import type { MarketCalls, MarketDeps } from './market-deps.ts';

/** Calls about option chains that are recorded from the user's live prices. */
export const recorderCalls = ({
  brokerAccounts,
  recorder,
}: MarketDeps): Pick<MarketCalls, 'recorder' | 'record'> => {
  const stateOf = async (userId: number) => {
    const { chains, kept } = await recorder.stateOf(userId);
    const account = brokerAccounts.accountOf(userId);
    const byUnderlying = new Map(chains.map((chain) => [chain.underlying, chain]));
    return {
      isLinked: account !== null || brokerAccounts.whyNotUp(userId) !== null,
      isConnected: account?.run.isConnected ?? false,
      chains: SIMULATED_UNDERLYINGS.map((underlying) => {
        const chain = byUnderlying.get(underlying);
        const lastMinute = chain?.lastMinute ?? null;
        return {
          ...{ underlying, strikes: 0, contracts: 0, message: '', ...chain },
          lastMinute: lastMinute === null ? null : istIso(lastMinute),
        };
      }),
      kept,
    };
  };
  return {
    recorder: (_input, { userId }) => stateOf(userId),
    record: async ({ underlying, strikes }, { userId }) => {
      await recorder.set(userId, underlying, strikes);
      return new Reply(
        await stateOf(userId),
        strikes === 0
          ? `Options of ${underlying} are not recorded any more. What was recorded stays.`
          : `Options of ${underlying} are recorded while the market is open and a session with the broker lasts.`,
      );
    },
  };
};
