/** Kinds of instruments that strategies trade; those with legs trade options or futures. */
export const SEGMENTS = ['equity', 'index', 'options', 'futures'] as const;
export type Segment = (typeof SEGMENTS)[number];
