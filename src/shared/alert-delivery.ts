/** Ways in which an alert leaves the computer. In the program itself it always is. */
export const OUTSIDE_CHANNELS = ['telegram', 'ntfy', 'email', 'webhook'] as const;
export type OutsideChannel = (typeof OUTSIDE_CHANNELS)[number];

/**
 * States of one alert on one channel. `sending` is written before it leaves, so that a start knows what was under way;
 * `quiet` was never to be sent, for it fell into quiet hours.
 */
export const DELIVERY_STATES = ['pending', 'sending', 'delivered', 'given-up', 'quiet'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** States of a rule. `waiting` has fired, and is armed again once its condition is false. */
export const RULE_STATES = ['armed', 'waiting', 'paused', 'fired', 'ended', 'failed'] as const;
export type RuleState = (typeof RULE_STATES)[number];

/** How often a rule fires: once, once in each bar, or each time it becomes true. */
export const REPEATS = ['once', 'each-bar', 're-armed'] as const;
export type Repeat = (typeof REPEATS)[number];

/** Limits of what a person may set up. */
export const ALERT_RULE_LIMITS = {
  rules: 1_000,
  /** Those of them that cost more than a comparison: by candles, or by the clock. */
  costly: 100,
  /** In all conditions that are watched: a third of those that running strategies may have. */
  indicators: 1_000,
  /** Letters of a condition on rules, as JSON. */
  conditionLetters: 20_000,
  note: 200,
  firingsADay: 5_000,
} as const;
