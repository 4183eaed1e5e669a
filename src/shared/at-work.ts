/** Status of a user in one mode. */
interface Standing {
  readonly running: number;
  readonly openPositions: number;
  readonly basketShares: number;
  /** Orders by hand that may still open something. */
  readonly resting: number;
}

/** Whether anything trades or is held: strategies that run, their positions, shares of baskets. */
export const isAtWork = ({ running, openPositions, basketShares, resting }: Standing): boolean =>
  running + openPositions + basketShares + resting > 0;
