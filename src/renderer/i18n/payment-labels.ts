import { formatRupees } from '../../shared/money.ts';
import { t } from './translate.ts';

interface PaymentTexts {
  /** Label of the button. */
  action: string;
  /** Where the money comes from, as a sentence. */
  sentence: string;
}

/**
 * Means of payment for a purchase: with credit when that covers the price (paise), on which GST was paid before, else
 * from the wallet with GST on top. `credit` is null while it is not known.
 */
export const paymentTexts = (price: number, gst: number, credit: number | null): PaymentTexts =>
  credit !== null && credit >= price
    ? {
        action: t('Pay {{price}} of credit', { price: formatRupees(price) }),
        sentence: t('Takes {{price}} of your credit, on which GST was paid when it was bought.', {
          price: formatRupees(price),
        }),
      }
    : {
        action: t('Pay {{price}}', { price: formatRupees(price + gst) }),
        sentence: t('Takes {{price}} + {{gst}} GST from your wallet.', {
          price: formatRupees(price),
          gst: formatRupees(gst),
        }),
      };

/**
 * The same for a plan that takes the place of another: what comes back of that one as credit may pay for it, which only
 * the server reckons. So no sum is promised that is perhaps not taken.
 */
export const replacementTexts = (
  name: string,
  price: number,
  gst: number,
  credit: number | null,
): PaymentTexts =>
  credit !== null && credit >= price
    ? paymentTexts(price, gst, credit)
    : {
        action: t('Buy {{name}}', { name }),
        sentence: t(
          'Takes {{price}} of your credit if that is enough then, else {{price}} + {{gst}} GST from your wallet.',
          { price: formatRupees(price), gst: formatRupees(gst) },
        ),
      };
