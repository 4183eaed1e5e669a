/** How much an account keeps in its journal. */
export const JOURNAL_LIMITS = {
  noteLetters: 4_000,
  /** Of each kind: tags, and mistakes. */
  labels: 50,
  labelLetters: 40,
  labelsOfTrade: 20,
  /** Largest picture in bytes: 1 MB. */
  pictureBytes: 1024 * 1024,
} as const;
