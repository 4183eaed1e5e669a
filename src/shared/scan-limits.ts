/** Limits of the scanner. Some are of an account, some of a scan. */
export const SCAN_LIMITS = {
  /** Saved scans. */
  saved: 50,
  nameLetters: 40,
  /** Letters of the rules of a saved scan, as JSON. */
  documentLetters: 50_000,
  /** Symbols of one scan. */
  symbols: 10_000,
  /** Rows of one page. */
  rows: 100,
} as const;
