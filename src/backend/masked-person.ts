/** So long whatever it hides: a mask that tells the length tells too much. */
const DOTS = '•••';

/** Enough of a name to know somebody by it: `Asha Rao` → `As••• Ra•••`. */
export const maskName = (name: string): string =>
  name
    .trim()
    .split(/\s+/)
    .map((word) => `${Array.from(word).slice(0, 2).join('')}${DOTS}`)
    .join(' ');

/** The last four digits: `9876543210` → `••••••3210`. */
export const maskPhone = (phone: string): string => `${DOTS}${DOTS}${phone.slice(-4)}`;

/** `asha.rao@example.com` → `a•••@example.com`. */
export const maskEmail = (email: string): string => {
  const [local = '', host = ''] = email.split('@');
  return `${Array.from(local).slice(0, 1).join('')}${DOTS}@${host}`;
};
