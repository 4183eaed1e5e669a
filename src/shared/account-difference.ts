/** Kinds of difference between our records and the broker's account. */
export const DIFFERENCE_KINDS = [
  /** The account holds less than our positions say. */
  'smaller',
  /** The account holds none of it. */
  'gone',
  /** The account holds it on the other side. */
  'opposite',
  /** The account holds more, and it came from an order of ours. */
  'larger',
  /** The quantity was multiplied, as a split or a bonus does. */
  'split',
  /** The price is far beyond the stop overnight; the quantity is the same. A split, a bonus or a demerger does this. */
  'price-gap',
  /** A broker's order with our tag that is not stored here. */
  'unknown-order',
] as const;
export type DifferenceKind = (typeof DIFFERENCE_KINDS)[number];

export const DIFFERENCE_RESOLUTIONS = ['take-over', 'write-off', 'leave-alone'] as const;
export type DifferenceResolution = (typeof DIFFERENCE_RESOLUTIONS)[number];
