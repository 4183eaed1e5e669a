/** How long armed keys stay on without a use, minutes. */
export const ARMED_MINUTES = 10;

/** The most orders that one arming with real money may open. */
export const MOST_ARMED_ORDERS = 100;
