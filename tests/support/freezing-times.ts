import type { LeaseTimes } from '../../src/backend/cluster/shard-leases.ts';

/** Leases whose end a test can wait for, in ms. */
export const FREEZING_TIMES: LeaseTimes = { life: 1_500, renewEvery: 300, margin: 300 };
