/** A phone number as people write it: with spaces, hyphens or brackets, and +91 or 0 before it. */
const PHONE = /^(?:\+?91|0)?([6-9]\d{9})$/;

/** The ten digits of an Indian mobile number, however it was typed; null where it is none. */
export const phoneDigits = (text: string): string | null =>
  PHONE.exec(text.replaceAll(/[\s().-]/g, ''))?.[1] ?? null;
