/** How long armed keys stay on without a use, minutes. */
export const ARMED_MINUTES = 10;

/** The most orders that one arming with real money may open. */
export const MOST_ARMED_ORDERS = 100;

/** Range of a stop-loss in percent of the price. */
export const LEAST_STOP_PERCENT = 0.05;
export const MOST_STOP_PERCENT = 50;
