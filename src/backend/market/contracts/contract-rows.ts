import { CompiledQuery, type Kysely } from 'kysely';
import { type Contract, contractOf, symbolOf } from '../../../engine/contracts/contract.ts';
import { DAY_MS, istDate, istDayStart } from '../../../shared/time.ts';
import type { Transaction } from '../../db/database.ts';
import { isPostgres } from '../../db/dialect-differences.ts';
import type { ContractRow, ContractSource, Schema } from '../../db/schema.ts';
import { type DatedTerms, type KnownContract, SETTLED_DAYS, type TermsChange } from './dated-terms.ts';

/** Whose contracts, of which source. */
export interface ContractOwner {
  /** 0 for the house. */
  readonly ownerId: number;
  readonly source: ContractSource;
}

/** Rows of a statement. Its values are no more than either engine allows, and nobody waits for it. */
export const ROWS_A_STATEMENT = 1_000;

const COLUMNS = [
  'owner_id',
  'symbol',
  'source',
  'listed_on',
  'underlying',
  'expiry',
  'kind',
  'strike',
  'lot_size',
  'tick_size',
  'token',
  'ends_on',
  'is_listed',
] as const satisfies readonly (keyof ContractRow)[];

/** Columns of terms, and whose they are. */
export const TERMS = [
  'symbol',
  'listed_on',
  'lot_size',
  'tick_size',
  'token',
  'ends_on',
  'is_listed',
] as const;

/** Terms of a row. */
export const termsOfRow = (row: Pick<ContractRow, (typeof TERMS)[number]>): DatedTerms => ({
  listedOn: row.listed_on,
  lotSize: row.lot_size === null ? null : Number(row.lot_size),
  tickSize: row.tick_size === null ? null : Number(row.tick_size),
  token: row.token,
  endsOn: row.ends_on,
  isListed: row.is_listed !== 0,
});

/** Underlyings that an owner has contracts on, in order. Each is looked up by itself: a contract in ten thousand counts. */
export const underlyingsOf = async (db: Kysely<Schema>, ownerId: number): Promise<string[]> => {
  const found: string[] = [];
  for (;;) {
    const row = await db
      .selectFrom('contracts')
      .select('underlying')
      .where('owner_id', '=', ownerId)
      .where('underlying', '>', found.at(-1) ?? '')
      .orderBy('underlying')
      .limit(1)
      .executeTakeFirst();
    if (!row) return found;
    found.push(row.underlying);
  }
};

/** Contracts on an underlying with their terms, by symbol. Those that were over long before a day are left out. */
export const knownContracts = async (
  db: Kysely<Schema>,
  { ownerId, source }: ContractOwner,
  underlying: string,
  day: string,
): Promise<Map<string, KnownContract>> => {
  const rows = await db
    .selectFrom('contracts')
    .select(TERMS)
    .where('owner_id', '=', ownerId)
    .where('underlying', '=', underlying)
    .where('expiry', '>=', istDate(istDayStart(day) - SETTLED_DAYS * DAY_MS))
    .where('source', '=', source)
    .orderBy('listed_on')
    .execute();
  const known = new Map<string, { contract: Contract; terms: DatedTerms[] }>();
  for (const row of rows) {
    const one = known.get(row.symbol);
    if (one) {
      one.terms.push(termsOfRow(row));
      continue;
    }
    const contract = contractOf(row.symbol);
    if (contract) known.set(row.symbol, { contract, terms: [termsOfRow(row)] });
  }
  return known;
};

/** Latest terms of a contract by its symbol; undefined of one that no list of the source had. */
export const termsOf = async (
  db: Kysely<Schema>,
  { ownerId, source }: ContractOwner,
  symbol: string,
): Promise<DatedTerms | undefined> => {
  const row = await db
    .selectFrom('contracts')
    .select(TERMS)
    .where('owner_id', '=', ownerId)
    .where('symbol', '=', symbol)
    .where('source', '=', source)
    .orderBy('listed_on', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && termsOfRow(row);
};

const valuesOf = ({ ownerId, source }: ContractOwner, { contract, terms }: TermsChange): unknown[] => [
  ownerId,
  symbolOf(contract),
  source,
  terms.listedOn,
  contract.underlying,
  contract.expiry,
  contract.kind === 'future' ? 'future' : contract.right,
  contract.kind === 'future' ? 0 : contract.strike,
  terms.lotSize,
  terms.tickSize,
  terms.token,
  terms.endsOn,
  terms.isListed ? 1 : 0,
];

/** Statement that keeps so many rows. Written out: building it costs more than running it. */
const keepRows = (rows: number, isOnPostgres: boolean): string => {
  let place = 0;
  const values = (): string => `(${COLUMNS.map(() => (isOnPostgres ? `$${++place}` : '?')).join(', ')})`;
  return `insert into contracts (${COLUMNS.join(', ')}) values ${Array.from({ length: rows }, values).join(', ')}
    on conflict (owner_id, symbol, source, listed_on) do update set lot_size = excluded.lot_size,
      tick_size = excluded.tick_size, token = excluded.token, ends_on = excluded.ends_on,
      is_listed = excluded.is_listed`;
};

/** Full statements are the same again and again. */
const full = new Map<boolean, string>();
const statementOf = (rows: number, isOnPostgres: boolean): string => {
  if (rows !== ROWS_A_STATEMENT) return keepRows(rows, isOnPostgres);
  const statement = full.get(isOnPostgres) ?? keepRows(rows, isOnPostgres);
  full.set(isOnPostgres, statement);
  return statement;
};

/** Keep rows of terms, at most as many as one statement takes. */
export const writeChanges = async (
  { query }: Transaction,
  owner: ContractOwner,
  changes: readonly TermsChange[],
): Promise<void> => {
  if (changes.length === 0) return;
  const statement = statementOf(changes.length, isPostgres(query));
  const values = changes.flatMap((change) => valuesOf(owner, change));
  await query.executeQuery(CompiledQuery.raw(statement, values));
  const replaced = changes.filter(({ instead }) => instead !== null);
  for (const [instead, some] of Map.groupBy(replaced, (change) => change.instead ?? ''))
    await query
      .deleteFrom('contracts')
      .where('owner_id', '=', owner.ownerId)
      .where('source', '=', owner.source)
      .where('listed_on', '=', instead)
      .where(
        'symbol',
        'in',
        some.map(({ contract }) => symbolOf(contract)),
      )
      .execute();
};

/** Keep that a list was read to its end; `contracts` are the rows that it has brought. */
export const keepList = async (
  { query }: Transaction,
  { ownerId, source }: ContractOwner,
  list: { readonly day: string; readonly contracts: number; readonly leftOut: number },
): Promise<void> => {
  await query
    .insertInto('contract_lists')
    .values({ owner_id: ownerId, source, day: list.day, contracts: list.contracts, left_out: list.leftOut })
    .onConflict((on) =>
      on.columns(['owner_id', 'source', 'day']).doUpdateSet((eb) => ({
        contracts: eb('contract_lists.contracts', '+', eb.ref('excluded.contracts')),
        left_out: eb.ref('excluded.left_out'),
      })),
    )
    .execute();
};
