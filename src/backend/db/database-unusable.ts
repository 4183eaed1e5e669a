/** Why a database cannot be used, as a sentence for a trader. */
export class DatabaseUnusable extends Error {
  override readonly name = 'DatabaseUnusable';
}

/** Another server works on the database, and keeps its leases. */
export class AnotherServer extends DatabaseUnusable {}
