/** Origins of premiums: kept minutes, kept days, or a model. */
export const PREMIUM_ORIGINS = ['minutes', 'daily', 'modelled'] as const;
export type PremiumOrigin = (typeof PREMIUM_ORIGINS)[number];

/** Which premiums a backtest of legs runs on. Kept ones are imported or recorded. */
export const PREMIUM_CHOICES = ['modelled', 'kept', 'kept-else-modelled'] as const;
export type PremiumChoice = (typeof PREMIUM_CHOICES)[number];
