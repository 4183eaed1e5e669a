/** Longest document that is printed, in bytes: it goes to its page as an address, and those end at two million. */
export const PRINT_LIMIT = 1024 * 1024;
