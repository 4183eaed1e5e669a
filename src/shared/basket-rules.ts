/** Frequencies at which a basket returns to its weights. */
export const REBALANCE_RULES = ['monthly', 'quarterly', 'half-yearly', 'never'] as const;
export type RebalanceRule = (typeof REBALANCE_RULES)[number];

/** Frequencies of a SIP. */
export const SIP_FREQUENCIES = ['weekly', 'fortnightly', 'monthly', 'quarterly'] as const;
export type SipFrequency = (typeof SIP_FREQUENCIES)[number];

export const SIP_STATUSES = ['on', 'off', 'paused'] as const;
export type SipStatus = (typeof SIP_STATUSES)[number];

/** Outcomes of a day on which a SIP was due: `asked` waits for its owner, who may leave it out. */
export const SIP_RUN_STATES = ['done', 'asked', 'left-out'] as const;
export type SipRunState = (typeof SIP_RUN_STATES)[number];

/** Where a basket is shown, as it is held in a mode. */
export const basketRoute = (basketId: number, mode: 'test' | 'live'): string =>
  `/baskets/${basketId}${mode === 'live' ? '?mode=live' : ''}`;
