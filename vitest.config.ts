import { configDefaults, defineConfig } from 'vitest/config';

/** Tests of the SQLite file itself: its folder, disk, lock, backup and plans. A run on PostgreSQL leaves them out. */
const OF_SQLITE_ALONE = [
  'src/backend/backup/**',
  'src/backend/db/{database,disk-reserve,folder-lock}.test.ts',
  'src/backend/db/sqlite/**',
  // They start a server of their own.
  'src/backend/move/**',
  'src/backend/{cost-of-reads,owner-only}.test.ts',
  'tests/faults/{backup-faults,full-disk,hostile-backups,hostile-files,kill-restore,power-loss}.test.ts',
];

const isOnPostgres = process.env['TRICKDESK_DATABASE'] === 'postgres';
/** A statement on PostgreSQL is a round trip to another process. */
const TIMEOUT_MS = isOnPostgres ? 120_000 : 60_000;

export default defineConfig({
  test: {
    include: [
      'src/**/*.test.{ts,tsx}',
      'tests/{angel-one,contract,docs,engine,packaging,security,faults,stand-in}/**/*.test.ts',
      'scripts/**/*.test.ts',
    ],
    exclude: [...configDefaults.exclude, ...(isOnPostgres ? OF_SQLITE_ALONE : [])],
    // A worker loads the libraries once, not for each file; our own modules are new each time.
    isolate: false,
    globalSetup: ['tests/support/prepared-folders-of-run.ts', 'tests/support/postgres-of-run.ts'],
    setupFiles: [
      'tests/support/own-modules.ts',
      'src/renderer/test-harness/fail-on-complaints.ts',
      ...(isOnPostgres ? ['tests/support/patient-postgres.ts'] : []),
    ],
    testTimeout: TIMEOUT_MS,
    hookTimeout: TIMEOUT_MS,
    // What is waited for comes late on a full processor, and is none the less right.
    expect: { poll: { timeout: 15_000 } },
    // One more than two cores: tests wait for clocks, disks and windows a third of their time.
    maxWorkers: 3,
  },
});
