import type { Migration } from './migration.ts';

/**
 * In order; the number of a migration is its place in this list, from 1. Never edited once released. Each is read from
 * disk when a database needs it: most starts need none.
 */
export const migrations: readonly (() => Promise<Migration>)[] = [
  async () => (await import('./migrations/0001-house.ts')).house,
  async () => (await import('./migrations/0002-backtests.ts')).backtests,
  async () => (await import('./migrations/0003-lots.ts')).lots,
  async () => (await import('./migrations/0004-money.ts')).money,
  async () => (await import('./migrations/0005-people.ts')).people,
  async () => (await import('./migrations/0006-unread-alerts.ts')).unreadAlerts,
  async () => (await import('./migrations/0007-live.ts')).live,
  async () => (await import('./migrations/0008-advisors.ts')).advisors,
  async () => (await import('./migrations/0009-tradebook.ts')).tradebook,
  async () => (await import('./migrations/0010-baskets.ts')).baskets,
  async () => (await import('./migrations/0011-order-lifecycle.ts')).orderLifecycle,
  async () => (await import('./migrations/0012-splits.ts')).splits,
  async () => (await import('./migrations/0013-asked-quantity.ts')).askedQuantity,
  async () => (await import('./migrations/0014-sign-in.ts')).signIn,
  async () => (await import('./migrations/0015-kept-sums.ts')).keptSums,
  async () => (await import('./migrations/0016-retention.ts')).retention,
  async () => (await import('./migrations/0017-counted-orders.ts')).countedOrders,
  async () => (await import('./migrations/0018-strategy-names.ts')).strategyNames,
  async () => (await import('./migrations/0019-publications.ts')).publications,
  async () => (await import('./migrations/0020-sessions-found.ts')).sessionsFound,
  async () => (await import('./migrations/0021-author-fees.ts')).authorFees,
  async () => (await import('./migrations/0022-alerts-of-strategies.ts')).alertsOfStrategies,
  async () => (await import('./migrations/0023-muted-strategies.ts')).mutedStrategies,
  async () => (await import('./migrations/0024-told-messages.ts')).toldMessages,
  async () => (await import('./migrations/0025-invoice-counters.ts')).invoiceCounters,
  async () => (await import('./migrations/0026-one-live-run.ts')).oneLiveRun,
  async () => (await import('./migrations/0027-backtest-credits.ts')).backtestCredits,
  async () => (await import('./migrations/0028-grouped-alerts.ts')).groupedAlerts,
  async () => (await import('./migrations/0029-shards.ts')).shards,
  async () => (await import('./migrations/0030-commit-marks.ts')).commitMarks,
  async () => (await import('./migrations/0031-attachment-files.ts')).attachmentFiles,
  async () => (await import('./migrations/0032-places.ts')).places,
  async () => (await import('./migrations/0033-run-beats.ts')).runBeats,
  async () => (await import('./migrations/0034-partitions.ts')).partitions,
  async () => (await import('./migrations/0035-contracts.ts')).contracts,
];
