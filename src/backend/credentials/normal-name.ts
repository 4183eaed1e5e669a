/** E-mail and phone as they are kept and compared. */
export const normalName = (name: string): string => name.trim().toLowerCase();
