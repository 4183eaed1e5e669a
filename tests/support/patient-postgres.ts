import pg from 'pg';

/** Time for which a transaction of a test may stand still, ms. */
const PATIENCE_MS = 20_000;

/** Connections whose server waits longer for them; where it waits for ever, it still does. */
class PatientPool extends pg.Pool {
  constructor(config: pg.PoolConfig = {}) {
    const isBound = Boolean(config.idle_in_transaction_session_timeout);
    super(isBound ? { ...config, idle_in_transaction_session_timeout: PATIENCE_MS } : config);
  }
}

// The server ends a transaction that stands still for a second. Test files share two cores with it, so one may have no
// turn for that long, which is no fault of what it tests. That second is tested with processes, which have it as it is.
if (pg.Pool.name !== PatientPool.name) Object.assign(pg, { Pool: PatientPool });
