import { phoneDigits } from '../../shared/phone.ts';

/** E-mail or phone as stored and compared, however it was typed. */
export const normalName = (name: string): string => {
  const text = name.trim().toLowerCase();
  return phoneDigits(text) ?? text;
};
