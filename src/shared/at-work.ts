/** Status of a user in one mode. */
interface Standing {
  readonly running: number;
  readonly openPositions: number;
  readonly basketShares: number;
}

/** Whether anything trades or is held: strategies that run, their positions, shares of baskets. */
export const isAtWork = ({ running, openPositions, basketShares }: Standing): boolean =>
  running + openPositions + basketShares > 0;
