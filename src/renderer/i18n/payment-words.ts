import { formatRupees } from '../../shared/money.ts';

interface PaymentWords {
  /** What the button says. */
  action: string;
  /** Where the money comes from, as a sentence. */
  sentence: string;
}

/**
 * How a purchase would be paid: with credit when that covers the price (paise), on which GST was paid before, else from
 * the wallet with GST on top. `credit` is null while it is not known.
 */
export const paymentWords = (price: number, gst: number, credit: number | null): PaymentWords =>
  credit !== null && credit >= price
    ? {
        action: `Pay ${formatRupees(price)} of credit`,
        sentence: `Takes ${formatRupees(price)} of your credit, on which GST was paid when it was bought.`,
      }
    : {
        action: `Pay ${formatRupees(price + gst)}`,
        sentence: `Takes ${formatRupees(price)} + ${formatRupees(gst)} GST from your wallet.`,
      };
