/** Upper limits of a strategy's settings: the server's rule, and what a form says before it asks. */
export const SETTING_LIMITS = {
  quantity: 1_000_000,
  /** Percent of the capital. */
  riskPercent: 10,
  tradesPerDay: 500,
  /** Basis points. */
  slippage: 200,
} as const;
