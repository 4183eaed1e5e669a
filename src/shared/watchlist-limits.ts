/** How much an account keeps in its watchlists. Entries of a list are its symbols and its headings. */
export const WATCHLIST_LIMITS = { lists: 10, symbols: 250, headings: 50, nameLetters: 40 } as const;

export const MOST_WATCHLIST_ENTRIES = WATCHLIST_LIMITS.symbols + WATCHLIST_LIMITS.headings;
