import { GST_STATES } from '../../shared/gst-states.ts';

/** GST on an amount before tax, in paise, rounded half up. */
export const gstOn = (taxable: number, percent: number): number => Math.round((taxable * percent) / 100);

/** GST by who takes it, in paise; the parts sum to the whole. */
export interface GstParts {
  /** The union's and the state's halves, within one state. */
  readonly cgst: number;
  readonly sgst: number;
  /** The whole, from one state to another. */
  readonly igst: number;
}

/**
 * Splits GST by where it is sold and bought (two-digit state codes). A buyer who has told no state counts as one of the
 * seller's: services to somebody without an address on record are supplied where the seller is (IGST Act, section 12).
 */
export const splitGst = (gst: number, sellerState: string, buyerState: string): GstParts => {
  if (buyerState in GST_STATES && buyerState !== sellerState) return { cgst: 0, sgst: 0, igst: gst };
  const sgst = Math.floor(gst / 2);
  return { cgst: gst - sgst, sgst, igst: 0 };
};
