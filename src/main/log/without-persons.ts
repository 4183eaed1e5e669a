/** Patterns of what could name a person or their account. Longer ones are found before a part of them is. */
const PERSONAL: readonly (readonly [RegExp, string])[] = [
  [/[\w.+-]+@[\w-]+(?:\.[\w-]+)*/g, '[address]'],
  [/\b[A-Z]{5}\d{4}[A-Z]\b/g, '[PAN]'],
  // The secret behind two-step codes, in base32.
  [/\b(?=[A-Z]*[2-7])[A-Z2-7]{16,64}\b/g, '[secret]'],
  [/(?<!\d)\d{4} \d{4} \d{4}(?!\d)/g, '[number]'],
  // An Aadhaar number or an account; a time in milliseconds is left, or no log could be read.
  [/(?<!\d)(?!1[5-9]\d{11}(?!\d))\d{11,18}(?!\d)/g, '[number]'],
  [/(?<!\d)(?:\+91[\s-]?)?[6-9]\d{9}(?!\d)/g, '[phone]'],
];

/**
 * A text without personal data. It has no addresses, PAN, Aadhaar, account and phone numbers, and no secrets of
 * two-step codes.
 */
export const withoutPersons = (text: string): string =>
  PERSONAL.reduce((clean, [pattern, shown]) => clean.replaceAll(pattern, shown), text);
