/** A phone number as people write it: with spaces, hyphens or brackets, and +91 or 0 before it. */
const PHONE = /^(?:\+?91|0)?([6-9]\d{9})$/;

/** E-mail and phone as they are kept and compared, whatever way they were typed. */
export const normalName = (name: string): string => {
  const text = name.trim().toLowerCase();
  return PHONE.exec(text.replaceAll(/[\s().-]/g, ''))?.[1] ?? text;
};
