import { Reply } from '../../../shared/contract/endpoint.ts';
import { gapReport } from '../../history-fetch/gap-report.ts';
import { storedMonth } from '../../market/candle-store.ts';
import { csvLines } from '../../market/export/candle-csv.ts';
import { instrumentNamed } from '../../market/instrument-master.ts';
import { pauses } from '../../pauses.ts';
import { notFound } from '../../refusal.ts';
import type { MarketCalls, MarketDeps } from './market-deps.ts';

/** Calls about prices that are fetched from the user's own broker. */
export const fetchCalls = ({
  brokerAccounts,
  database,
  historyFetches,
}: MarketDeps): Pick<MarketCalls, 'fetchHistory' | 'fetches' | 'controlFetch' | 'gaps' | 'export'> => ({
  fetchHistory: async (order, { userId }) => {
    const unknown = order.symbols.find((symbol) => !instrumentNamed(symbol));
    if (unknown !== undefined) throw notFound(`instrument as ${unknown}`);
    brokerAccounts.requireAccount(userId);
    const fetches = await historyFetches.start(userId, order);
    const what = fetches.map(({ symbol }) => symbol).join(', ');
    return new Reply({ fetches }, `Prices of ${what} are being fetched, the newest month first.`);
  },
  fetches: async (_input, { userId }) => {
    const account = brokerAccounts.accountOf(userId);
    return {
      // One that is still being taken up is linked too.
      isLinked: account !== null || brokerAccounts.whyNotUp(userId) !== null,
      isConnected: account?.run.isConnected ?? false,
      fetches: await historyFetches.list(userId),
    };
  },
  controlFetch: async ({ fetchId, action }, { userId }) => ({
    fetch: await historyFetches.control(userId, fetchId, action),
  }),
  gaps: async ({ symbol, timeframe }, { userId }) => {
    if (!instrumentNamed(symbol)) throw notFound(`instrument as ${symbol}`);
    return gapReport(database, userId, symbol, timeframe);
  },
  export: async ({ symbol, timeframe, months }, { userId }) => {
    const place = { owner_id: userId, source: 'replay' as const, symbol, timeframe };
    const pause = pauses();
    let csv = '';
    for (const month of [...new Set(months)].sort()) {
      csv += csvLines(await storedMonth(database.readOf(userId), { ...place, month }));
      await pause();
    }
    return { csv };
  },
});
