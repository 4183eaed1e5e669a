import { phoneDigits } from '../../shared/phone.ts';

/** E-mail and phone as they are kept and compared, whatever way they were typed. */
export const normalName = (name: string): string => {
  const text = name.trim().toLowerCase();
  return phoneDigits(text) ?? text;
};
