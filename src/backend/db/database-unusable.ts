/** Why a database cannot be used, as a sentence for a trader. */
export class DatabaseUnusable extends Error {
  override readonly name = 'DatabaseUnusable';
}
