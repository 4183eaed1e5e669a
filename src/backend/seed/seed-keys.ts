/** Rows of `meta` that say what a first start has written. Each is written once in the life of an installation. */
export const SEED_KEYS = {
  house: 'seed.house',
  houseLegs: 'seed.house-legs',
  advisors: 'seed.advisors',
  baskets: 'seed.baskets',
} as const;
