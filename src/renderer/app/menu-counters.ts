import { labels } from '../i18n/translate.ts';
import { myHome, openTickets } from '../state/header.ts';
import { myBaskets } from '../state/my-baskets.ts';

/** Counters beside items: how much is running, how much is open. */
export const useCounters = (): Readonly<Record<string, number>> => {
  const home = myHome.use((state) => state.value);
  const tickets = openTickets.use((state) => state.value?.openTicket ?? 0);
  const rebalanceDue = myBaskets.use((state) => state.value?.rebalanceDue ?? 0);
  if (!home) return { '/tickets': tickets };
  return {
    '/tickets': tickets,
    '/baskets': rebalanceDue,
    '/my-strategies': home.test.running + home.live.running,
    '/open-positions': home.test.openPositions + home.live.openPositions,
  };
};

export const COUNTER_NAMES: Readonly<Record<string, string>> = labels({
  '/my-strategies': 'running',
  '/open-positions': 'open',
  '/tickets': 'open',
  '/baskets': 'to rebalance',
});
