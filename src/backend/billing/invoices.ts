import { financialYearOf } from '../../engine/tax/tax-class.ts';
import type { Invoice } from '../../shared/contract/subscription.ts';
import { GST_STATES } from '../../shared/gst-states.ts';
import { istIso } from '../../shared/time.ts';
import type { Transaction } from '../db/database.ts';
import { splitGst } from './gst.ts';
import { SELLER, SOFTWARE_SAC } from './seller.ts';

/** Sale of an invoice, in paise. */
interface Sale {
  readonly purchaseId: number;
  readonly userId: number;
  readonly text: string;
  readonly taxable: number;
  readonly gst: number;
  readonly gstPercent: number;
  readonly at: number;
}

const NUMBER_WIDTH = 6;

const buyerOf = async (tx: Transaction, userId: number) => {
  const row = await tx.query
    .selectFrom('users')
    .leftJoin('personal_details as personal', 'personal.user_id', 'users.id')
    .select([
      'users.full_name as name',
      'users.email',
      'personal.address',
      'personal.city',
      'personal.pin_code as pinCode',
      'personal.state_code as stateCode',
    ])
    .where('users.id', '=', userId)
    .executeTakeFirstOrThrow();
  const stateCode = row.stateCode ?? '';
  return {
    stateCode,
    buyer: {
      name: row.name,
      email: row.email,
      address: [row.address, row.city, row.pinCode].filter(Boolean).join(', '),
      state: GST_STATES[stateCode] ?? '',
    },
  };
};

/**
 * Take the next number of a financial year. The counter is held until the commit, so that sales at once get numbers of
 * their own, and a refused one gives its number back.
 */
const nextNumber = async (tx: Transaction, year: string): Promise<number> => {
  const { last } = await tx.query
    .insertInto('invoice_counters')
    .values({ year, last: 1 })
    .onConflict((oc) =>
      oc.column('year').doUpdateSet((eb) => ({ last: eb('invoice_counters.last', '+', 1) })),
    )
    .returning('last')
    .executeTakeFirstOrThrow();
  return last;
};

/**
 * Write the tax invoice of a sale, and return its number. It is written in the transaction that pays for the sale, so
 * that a refused sale takes no number: within a financial year of India the numbers have no gap.
 */
export const writeInvoice = async (tx: Transaction, sale: Sale): Promise<string> => {
  const year = financialYearOf(sale.at);
  const sequence = await nextNumber(tx, year);
  const number = `TD/${year}/${String(sequence).padStart(NUMBER_WIDTH, '0')}`;
  const { buyer, stateCode } = await buyerOf(tx, sale.userId);
  const invoice: Invoice = {
    number,
    at: istIso(sale.at),
    seller: { name: SELLER.name, address: SELLER.address, gstin: SELLER.gstin, state: SELLER.state },
    buyer,
    lines: [{ text: sale.text, sac: SOFTWARE_SAC, taxable: sale.taxable }],
    taxable: sale.taxable,
    gstPercent: sale.gstPercent,
    ...splitGst(sale.gst, SELLER.stateCode, stateCode),
    total: sale.taxable + sale.gst,
    isSandbox: true,
  };
  await tx.query
    .insertInto('invoices')
    .values({
      number,
      user_id: sale.userId,
      year,
      sequence,
      purchase_id: sale.purchaseId,
      invoice_json: JSON.stringify(invoice),
      at: sale.at,
    })
    .execute();
  return number;
};
