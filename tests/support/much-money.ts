import type { DatabaseSync } from 'node:sqlite';
import { gstOn } from '../../src/backend/billing/gst.ts';
import { inserter } from './raw-rows.ts';

interface Account {
  readonly id: number;
  balance: number;
}

type Posting = readonly [account: Account, amount: number, kind: string, other: number | null];

const PRICE = 499_00;
const PAISE_EACH = 10_00;

/** Writes right books line by line, faster than the ledger does. */
export class MuchMoney {
  private readonly db: DatabaseSync;
  private readonly now: number;
  private readonly accounts = new Map<string, Account>();
  private readonly insertAccount;
  private readonly insertTransfer;
  private readonly insertEntry;
  private readonly insertPurchase;
  private readonly insertInvoice;
  private transfers = 0;
  private invoices = 0;

  constructor(db: DatabaseSync, now: number) {
    this.db = db;
    this.now = now;
    this.insertAccount = inserter(db, 'ledger_accounts');
    this.insertTransfer = inserter(db, 'ledger_transfers');
    this.insertEntry = inserter(db, 'ledger_entries');
    this.insertPurchase = inserter(db, 'purchases');
    this.insertInvoice = inserter(db, 'invoices');
  }

  /** Money that comes in and buys a plan, with its invoice. */
  buy(userId: number, day: string): void {
    const gst = gstOn(PRICE, 18);
    const wallet = this.of(userId);
    this.add(userId, PRICE + gst, this.now);
    const reference = this.post(userId, 'purchase', this.now, [
      [wallet, -(PRICE + gst), 'purchase', null],
      [this.house('fees'), PRICE, 'purchase', null],
      [this.house('gst'), gst, 'purchase', null],
    ]);
    const purchaseId = this.insertPurchase({
      user_id: userId,
      kind: 'trade',
      item_id: 'trade-month',
      text: 'Trade activation, 30 days',
      taxable: PRICE,
      gst,
      paid_with: 'wallet',
      state: 'paid',
      message: '',
      reference,
      at: this.now,
    });
    this.invoices++;
    const year = `much-${day.slice(0, 4)}`;
    this.db
      .prepare('insert into invoice_counters values (?, ?) on conflict do update set last = excluded.last')
      .run(year, this.invoices);
    this.insertInvoice({
      number: `MUCH/${this.invoices}`,
      user_id: userId,
      year,
      sequence: this.invoices,
      purchase_id: purchaseId,
      invoice_json: '{}',
      at: this.now,
    });
  }

  /** Write payments in, and sums sent to others. So many, evenly over a time that ends yesterday. */
  history(userId: number, others: readonly number[], count: number, overMs: number): void {
    for (let number = 0; number < count; number++) {
      const at = this.now - 86_400_000 - Math.round(((count - number) / count) * overMs);
      this.add(userId, 2 * PAISE_EACH, at);
      this.send(userId, others[number % others.length] ?? userId, at);
    }
    this.add(userId, 1_00_00_000_00, this.now - 86_400_000);
  }

  /** So many small sums sent today. */
  today(userId: number, other: number, count: number): void {
    for (let number = 0; number < count; number++) this.send(userId, other, this.now);
  }

  /** Writes the balances. */
  close(): void {
    const write = this.db.prepare('update ledger_accounts set balance = ? where id = ?');
    for (const { id, balance } of this.accounts.values()) write.run(balance, id);
  }

  private add(userId: number, amount: number, at: number): void {
    this.post(userId, 'added', at, [
      [this.house('upi-clearing'), -amount, 'added', null],
      [this.of(userId), amount, 'added', null],
    ]);
  }

  private send(from: number, to: number, at: number): void {
    this.post(from, 'transfer', at, [
      [this.of(from), -PAISE_EACH, 'sent', to],
      [this.of(to), PAISE_EACH, 'received', from],
    ]);
  }

  private post(userId: number, kind: string, at: number, postings: readonly Posting[]): string {
    this.transfers++;
    const reference = `TD-MUCH-${this.transfers}`;
    const transferId = this.insertTransfer({
      user_id: userId,
      key: reference,
      kind,
      reference,
      note: '',
      at,
    });
    for (const [account, amount, entryKind, other] of postings) {
      account.balance += amount;
      this.insertEntry({
        transfer_id: transferId,
        account_id: account.id,
        kind: entryKind,
        amount,
        balance: account.balance,
        counterparty_id: other,
        at,
      });
    }
    return reference;
  }

  private of(userId: number): Account {
    const key = `user ${userId}`;
    const known = this.accounts.get(key);
    if (known) return known;
    const account = {
      id: this.insertAccount({ user_id: userId, kind: 'available', balance: 0 }),
      balance: 0,
    };
    this.accounts.set(key, account);
    return account;
  }

  private house(kind: string): Account {
    const known = this.accounts.get(kind);
    if (known) return known;
    const row = this.db
      .prepare('select id, balance from ledger_accounts where user_id is null and kind = ?')
      .get(kind) as { id: number; balance: number };
    const account = { id: row.id, balance: row.balance };
    this.accounts.set(kind, account);
    return account;
  }
}
