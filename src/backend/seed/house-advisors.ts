/** An advisor plan that ships with the program. Its figures come from its strategies, never from here. */
export interface HouseAdvisorPlan {
  readonly planId: string;
  readonly name: string;
  readonly summary: string;
  readonly advisor: string;
  /** Names of house strategies; their risk is the plan's. */
  readonly strategies: readonly string[];
}

/** A made-up research analyst. */
export interface HouseAdvisor {
  readonly name: string;
  readonly bio: string;
  /** Has the shape of a registration and belongs to nobody. */
  readonly registration: string;
}

export const HOUSE_ADVISORS: readonly HouseAdvisor[] = [
  {
    name: 'Ananya Kulkarni',
    bio: 'Large shares, few trades, small positions. Reads balance sheets before charts.',
    registration: 'INH000000001',
  },
  {
    name: 'Dev Malhotra',
    bio: 'Swing trading of the Nifty 50: follows what rises and leaves what falls.',
    registration: 'INH000000002',
  },
  {
    name: 'Zoya Merchant',
    bio: 'Index day trading in both directions, with a stop on every trade.',
    registration: 'INH000000003',
  },
];

/** The plans of a first start; what they cost is in the price list, under the same ids. */
export const HOUSE_ADVISOR_PLANS: readonly HouseAdvisorPlan[] = [
  {
    planId: 'advisor-steady',
    name: 'Steady Shares',
    summary: 'Large shares held for days to weeks, with small positions.',
    advisor: 'Ananya Kulkarni',
    strategies: ['Reliance VWAP Reclaim', 'Nifty Leaders Trend', 'RSI Dip Buyer'],
  },
  {
    planId: 'advisor-swing',
    name: 'Swing Fifty',
    summary: 'Trends and breakouts in the shares of the Nifty 50, and a monthly ranking of the strongest.',
    advisor: 'Dev Malhotra',
    strategies: ['Twenty-Day Turtle', 'Supertrend Delivery', 'Three Red Days', 'Nifty 50 Momentum'],
  },
  {
    planId: 'advisor-index',
    name: 'Index Day',
    summary: 'Nifty and Bank Nifty within the day, long and short; nothing stays open overnight.',
    advisor: 'Zoya Merchant',
    strategies: ['Nifty Slide', 'Bank Nifty Momentum', 'Bank Nifty Fade', 'Nifty Quick Dip'],
  },
];
