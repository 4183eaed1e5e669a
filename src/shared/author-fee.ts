/** Highest fee that an author can ask for a copy. Paise, before GST. */
export const MOST_FEE = 50_000_00;

/** Percent of a fee, net of GST, that its author gets. */
export const AUTHOR_PERCENT = 80;
