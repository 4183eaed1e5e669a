/** A strategy's life as the number that travels on the wire. */
export const STRATEGY_STATUS = { running: 1, stopped: 2, disabled: 3, needsAttention: 4 } as const;
export type StrategyStatus = (typeof STRATEGY_STATUS)[keyof typeof STRATEGY_STATUS];
/** In a filter: every status. */
export const ANY_STRATEGY_STATUS = 0;

/** 0 any or none, 1 Paper (test orders), 2 Angel One. */
export const BROKER_ID = { any: 0, paper: 1, angelOne: 2 } as const;

/** In which mode something was traded with a broker: a strategy may have gone live since. Null for any. */
export const modeOfBroker = (brokerId: number): 'test' | 'live' | null => {
  if (brokerId === BROKER_ID.any) return null;
  return brokerId === BROKER_ID.paper ? 'test' : 'live';
};
