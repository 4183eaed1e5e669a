import { Refusal } from '../refusal.ts';

/** Passwords of ten characters and more that everybody tries first. */
const WELL_KNOWN = new Set([
  '1234567890',
  '0123456789',
  '0987654321',
  '1111111111',
  '0000000000',
  '9999999999',
  '1234567891',
  '12345678910',
  '123456789a',
  'a123456789',
  'qwertyuiop',
  'qwerty1234',
  'qwerty12345',
  'qwerty123456',
  '1q2w3e4r5t',
  '1qaz2wsx3edc',
  'password12',
  'password123',
  'password1234',
  'passw0rd123',
  'p@ssw0rd123',
  'password@123',
  'welcome123',
  'welcome@123',
  'admin12345',
  'admin@1234',
  'iloveyou123',
  'letmein1234',
  'abcdefghij',
  'abcd123456',
  'abc1234567',
  'india12345',
  'india@1234',
  'trickdesk1',
  'trickdesk123',
  'angelone123',
  'changeme123',
  'asdfghjkl1',
  'zxcvbnm123',
  'q1w2e3r4t5',
]);

/** Refuses a password that is the name itself or that everybody knows; `field` is where it was typed. */
export const requireGoodPassword = (
  password: string,
  { email, phone }: { readonly email: string; readonly phone: string },
  field = 'password',
): void => {
  const plain = password.trim().toLowerCase();
  const local = email.split('@')[0] ?? '';
  const refuse = (why: string) => {
    throw new Refusal('invalid', `The password ${why}.`, { fields: { [field]: why } });
  };
  if (plain === email.toLowerCase() || plain === local.toLowerCase() || plain === phone)
    refuse('must not be your e-mail or phone');
  if (WELL_KNOWN.has(plain) || new Set(plain).size <= 2)
    refuse('is one that everybody tries first; choose another');
};
