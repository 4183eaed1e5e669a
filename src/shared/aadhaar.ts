/**
 * The tables of Verhoeff's check digit. `PRODUCT` is the multiplication of the dihedral group D5, `PERMUTATION` that of
 * each place (J. Verhoeff, "Error Detecting Decimal Codes", 1969).
 */
const PRODUCT = [
  '0123456789',
  '1234067895',
  '2340178956',
  '3401289567',
  '4012395678',
  '5987604321',
  '6598710432',
  '7659821043',
  '8765932104',
  '9876543210',
] as const;
const PERMUTATION = [
  '0123456789',
  '1576283094',
  '5803796142',
  '8916043527',
  '9453126870',
  '4286573901',
  '2793806415',
  '7046913258',
] as const;

/** Whether digits end in their Verhoeff check digit. Every Aadhaar number does. */
export const hasVerhoeffDigit = (digits: string): boolean => {
  let check = 0;
  [...digits].reverse().forEach((digit, place) => {
    const permuted = PERMUTATION[place % PERMUTATION.length]?.[Number(digit)];
    check = Number(PRODUCT[check]?.[Number(permuted)]);
  });
  return check === 0;
};

/** `XXXX XXXX 1234`: all that is ever shown of an Aadhaar number. */
export const maskedAadhaar = (last4: string): string => `XXXX XXXX ${last4}`;
