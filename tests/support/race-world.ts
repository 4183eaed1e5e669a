import { attemptOf } from '../../src/backend/attempt.ts';
import type { CallContext } from '../../src/backend/call-context.ts';
import { type Database, openDatabase } from '../../src/backend/db/database.ts';
import type { WriteEvent } from '../../src/backend/db/write-events.ts';
import { RecipientLookups } from '../../src/backend/modules/wallet/recipient-lookups.ts';
import { transferMoney } from '../../src/backend/modules/wallet/transfer-money.ts';
import type { WalletParts } from '../../src/backend/modules/wallet/wallet-deps.ts';
import type { PaymentProvider } from '../../src/backend/payments/payment-provider.ts';
import { Payments } from '../../src/backend/payments/payments.ts';
import { Refusal } from '../../src/backend/refusal.ts';
import { checkConcerns } from './concern-check.ts';
import { MoneyWorld } from './money-world.ts';
import { PostgresServer, postgresPrograms } from './postgres-server.ts';

/** Rounds of each race; more in a long run, as with `TRICKDESK_RACES=100 npx vitest run tests/faults/postgres`. */
export const RACES = Number(process.env['TRICKDESK_RACES'] ?? 4);

/** Whether something can race here: PostgreSQL is installed. */
export const canRace = postgresPrograms() !== null;

const DATABASE = 'races';

/** Counts of the writes of all handles. */
export type WriteCounts = Record<WriteEvent['type'], number>;

/** Outcomes of calls at once: what was done, and the refusals of the rest. */
export interface Outcomes<T> {
  readonly done: readonly T[];
  readonly refused: readonly Refusal[];
}

/** Outcomes of calls, of which each is done or refused. @throws whatever else one of them ended with */
const outcomesOf = <T>(settled: readonly PromiseSettledResult<T>[]): Outcomes<T> => ({
  done: settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])),
  refused: settled.flatMap((one) => {
    if (one.status === 'fulfilled') return [];
    if (one.reason instanceof Refusal) return [one.reason];
    throw one.reason;
  }),
});

/**
 * One PostgreSQL database that two handles have open. Each has lanes and connections of its own, so they are to each
 * other as two processes are; each has all parts of money.
 */
export class RaceWorld {
  readonly url: string;
  readonly handles: readonly [MoneyWorld, MoneyWorld];
  readonly counts: WriteCounts;
  private readonly server: PostgresServer;

  private constructor(
    server: PostgresServer,
    url: string,
    databases: readonly [Database, Database],
    counts: WriteCounts,
  ) {
    this.server = server;
    this.url = url;
    this.counts = counts;
    this.handles = [MoneyWorld.on(databases[0], 'one'), MoneyWorld.on(databases[1], 'other')];
  }

  /** Starts a server of its own. Both handles open, and migrate, its empty database at once. */
  static async open(): Promise<RaceWorld> {
    const programs = postgresPrograms();
    if (programs === null) throw new Error('PostgreSQL is not installed.');
    const server = await PostgresServer.start(programs);
    try {
      const url = await server.newDatabase(DATABASE);
      const counts: WriteCounts = { queued: 0, begun: 0, ended: 0, retried: 0 };
      const open = () => openDatabase(url, { onWrite: ({ type }) => void counts[type]++ });
      const databases = await Promise.all([open(), open()]);
      await checkConcerns(url);
      return new RaceWorld(server, url, databases, counts);
    } catch (error) {
      await server.stop();
      throw error;
    }
  }

  async dispose(): Promise<void> {
    for (const { database } of this.handles) await database.close();
    await this.server.stop();
  }

  /** Call something often at once, on each handle in turn. */
  async atOnce<T>(
    count: number,
    call: (handle: MoneyWorld, number: number) => Promise<T>,
  ): Promise<Outcomes<T>> {
    const calls = Array.from({ length: count }, (_, number) =>
      call(this.handles[number % 2 === 0 ? 0 : 1], number),
    );
    return outcomesOf(await Promise.allSettled(calls));
  }

  /** Make people with money. Their sessions have just proven who they are. */
  async people(count: number, paise: number, referrerId: number | null = null): Promise<number[]> {
    const [handle] = this.handles;
    const ids: number[] = [];
    for (let number = 0; number < count; number++) {
      const id = await handle.person({ paise, referrerId });
      await handle.database.write(id, ({ query }) =>
        query
          .insertInto('sessions')
          .values({
            ...{ id, user_id: id, created_at: 0, last_used_at: 0, revoked_at: null },
            ...{ device: '', address: '', proven_at: handle.now },
          })
          .execute(),
      );
      ids.push(id);
    }
    return ids;
  }

  async person(paise: number, referrerId: number | null = null): Promise<number> {
    const [id = 0] = await this.people(1, paise, referrerId);
    return id;
  }

  /** Money in a person's wallet, as it is committed. */
  async available(userId: number): Promise<number> {
    return (await this.handles[0].balances(userId)).available;
  }
}

/** Context of a call of a user's proven session. */
export const contextOf = (userId: number, key: string, payload: unknown = {}): CallContext => ({
  ...{
    userId,
    sessionId: userId,
    ownKey: key,
    address: '',
    source: null,
    device: '',
    language: 'en',
    key: null,
  },
  attempt: attemptOf(userId, key, 'a call', payload),
});

/** Parts of the wallet on one handle; what is paid out goes nowhere. */
export const walletOf = (handle: MoneyWorld): WalletParts => {
  const provider = { isSandbox: true, payOut: () => undefined, watch: () => undefined };
  const payments = new Payments({ ...handle, provider: provider as unknown as PaymentProvider });
  return {
    ...handle,
    payments,
    paymentSandbox: null,
    lookups: new RecipientLookups(),
  };
};

/** Transfer as a user asks for it; the amount is in paise. */
export interface Sent {
  readonly from: number;
  readonly to: number;
  readonly amount: number;
  readonly key?: string;
}

/** Sends money on one handle, as the call does. */
export const sendOn = async (handle: MoneyWorld, { from, to, amount, key = handle.nextKey() }: Sent) => {
  const { email } = await handle.database.read
    .selectFrom('users')
    .select('email')
    .where('id', '=', to)
    .executeTakeFirstOrThrow();
  const input = { to: email, amount, note: '' };
  return transferMoney(walletOf(handle))(input, contextOf(from, key, input));
};
