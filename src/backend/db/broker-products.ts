/** Products of a broker: for the day, for good, or a derivative over the night. */
export const BROKER_PRODUCTS = ['intraday', 'delivery', 'carry-forward'] as const;
export type BrokerProduct = (typeof BROKER_PRODUCTS)[number];
