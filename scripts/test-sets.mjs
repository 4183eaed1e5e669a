// Which tests run when. `npm test` is what a change passes before it lands; `npm run test:all` adds what is named here.

/** Suites of processes by the dozen or of minutes. They guard what few changes touch, and other suites guard too. */
export const BEFORE_A_RELEASE = [
  'src/backend/move/move-killed.test.ts',
  'src/backend/move/move-refused.test.ts',
  'tests/faults/fairness.test.ts',
  'tests/faults/heavy-starts.test.ts',
  'tests/faults/heavy-strategies.test.ts',
  'tests/faults/hostile-backups.test.ts',
  'tests/faults/hostile-files.test.ts',
  'tests/faults/house-alerts.test.ts',
  'tests/faults/house-attacks.test.ts',
  'tests/faults/house-attacks-start.test.ts',
  'tests/faults/house-attacks-time.test.ts',
  'tests/faults/house-backtests.test.ts',
  'tests/faults/house-manual.test.ts',
  'tests/faults/house-processes.test.ts',
  'tests/faults/kill-backtest.test.ts',
  'tests/faults/kill-baskets.test.ts',
  'tests/faults/kill-fetch.test.ts',
  'tests/faults/kill-manual-changes.test.ts',
  'tests/faults/kill-net.test.ts',
  'tests/faults/kill-payments.test.ts',
  'tests/faults/kill-restore.test.ts',
  'tests/faults/kill-runner.test.ts',
  'tests/faults/long-histories.test.ts',
  'tests/faults/long-readings.test.ts',
  'tests/faults/many-values.test.ts',
  'tests/faults/patroni.test.ts',
  'tests/faults/postgres-processes.test.ts',
  'tests/faults/postgres-storm.test.ts',
  'tests/faults/standby.test.ts',
  'tests/faults/tradebook-fairness.test.ts',
];

/** On PostgreSQL before a release: the whole backend, and every call of the contract. */
export const ON_POSTGRES = ['src/backend', 'tests/contract', 'tests/security/on-postgres'];

/** On PostgreSQL before a change lands: every call, and where the database itself decides over money and orders. */
export const OF_MONEY_ON_POSTGRES = [
  'src/backend/baskets',
  'src/backend/billing',
  'src/backend/broker-accounts',
  'src/backend/db',
  'src/backend/ledger',
  'src/backend/modules/manual/live-manual.test.ts',
  'src/backend/modules/wallet',
  'src/backend/payments',
  'src/backend/publications',
  'src/backend/quotas.test.ts',
  'src/backend/trading',
  'tests/contract',
  'tests/security/on-postgres',
];
