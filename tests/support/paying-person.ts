import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'vitest';
import { systemClock } from '../../src/backend/clock.ts';
import { openDatabase, openReader } from '../../src/backend/db/database.ts';
import { checkLedger } from '../../src/backend/ledger/ledger-check.ts';
import { Ledger } from '../../src/backend/ledger/ledger.ts';
import { callTo, registerAt } from './server-calls.ts';

const PURSE_PAISE = 100_000_00;
const EACH_PAISE = 10_00;
const PAUSE_MS = 50;

const fund = async (database: string, userId: number): Promise<void> => {
  const opened = await openDatabase(database, { isAsFound: true });
  const ledger = new Ledger(systemClock, () => undefined);
  await opened.write(userId, (tx) =>
    ledger.post(tx, {
      userId,
      key: 'start',
      kind: 'added',
      postings: [
        { house: 'promotions', amount: -PURSE_PAISE },
        { userId, account: 'available', amount: PURSE_PAISE },
      ],
    }),
  );
  await opened.close();
};

/**
 * Somebody who sends money to somebody else, again and again. Whatever happens to the servers, without an answer the
 * same is asked again with the same key.
 */
export class PayingPerson {
  /** Keys of transfers that were confirmed. */
  readonly confirmed = new Set<string>();
  readonly token: string;
  private readonly to: string;
  private readonly base: () => string;
  private isOver = false;
  private paying: Promise<void> = Promise.resolve();

  private constructor(token: string, to: string, base: () => string) {
    this.token = token;
    this.to = to;
    this.base = base;
  }

  /** Registers two people and gives one of them money; `base` returns the server to ask now. */
  static async start(database: string, base: () => string): Promise<PayingPerson> {
    const [token, other] = [await registerAt(base(), 1), await registerAt(base(), 2)];
    const { body } = await callTo(base(), other, 'profile.mine');
    const { id } = (await callTo(base(), token, 'profile.mine')).body.data as { id: number };
    await fund(database, id);
    const person = new PayingPerson(token, (body.data as { referralCode: string }).referralCode, base);
    person.paying = person.pay();
    // `stop` rejects with it.
    person.paying.catch(() => undefined);
    return person;
  }

  private async pay(): Promise<void> {
    while (!this.isOver) await this.once(randomUUID());
  }

  private async once(key: string): Promise<void> {
    while (!this.isOver) {
      const input = { to: this.to, amount: EACH_PAISE };
      // No answer: nothing is known, and the same is asked again.
      const answer = await callTo(this.base(), this.token, 'wallet.transfer', input, key).catch(() => null);
      await delay(PAUSE_MS);
      if (answer && answer.status !== 200 && answer.status !== 503) throw new Error(answer.body.message);
      if (answer?.status !== 200) continue;
      this.confirmed.add(key);
      return;
    }
  }

  async stop(): Promise<void> {
    this.isOver = true;
    await this.paying;
  }

  /** Expects every confirmed transfer in a database, once, and right books. */
  async expectAllIn(database: string): Promise<void> {
    const db = await openReader(database);
    const lost = await this.lostIn(database);
    const moved = await db
      .selectFrom('ledger_transfers')
      .select('id')
      .where('kind', '=', 'transfer')
      .execute();
    const { problems } = await checkLedger(db);
    await db.destroy();
    // The last one may have got no answer.
    expect([lost, moved.length - this.confirmed.size <= 1, problems]).toEqual([[], true, []]);
  }

  /** Keys of confirmed transfers that a database does not have. */
  async lostIn(database: string): Promise<string[]> {
    const db = await openReader(database);
    const keys = await db.selectFrom('idempotency').select('key').execute();
    await db.destroy();
    const known = new Set(keys.map(({ key }) => key));
    return [...this.confirmed].filter((key) => !known.has(key));
  }
}
