/** Outcomes of a scan for a symbol. */
export const SCAN_VERDICTS = ['hit', 'miss', 'no-history', 'warm-up', 'faulty'] as const;
export type ScanVerdict = (typeof SCAN_VERDICTS)[number];
