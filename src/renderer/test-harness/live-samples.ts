import type { AccountDifference, BrokerAccount, LiveCheck, RiskGuard } from '../../shared/contract/live.ts';
import type { Scripts } from './fake-bridge.ts';

/** Sample values of live trading for tests: an account that is linked, and a strategy that may go live. */
export const brokerLink = (change: Partial<BrokerAccount> = {}): BrokerAccount => ({
  brokerId: 2,
  clientCode: 'XXXX456',
  linked: true,
  state: 'connected',
  sessionUntil: '2026-11-21T05:00:00+05:30',
  registeredAddress: null,
  currentAddress: null,
  lastError: null,
  hasTotpSecret: false,
  lastTickAgeMs: 1_200,
  ...change,
});

export const accountAnswer = (account: BrokerAccount | null) => ({
  broker_angelone_details: account,
  broker_details: [
    { brokerId: 1 as const, name: 'Paper', isLinked: true, isPaper: true },
    { brokerId: 2 as const, name: 'Angel One', isLinked: account !== null, isPaper: false },
  ],
});

export const check = (name: string, label: string, change: Partial<LiveCheck> = {}): LiveCheck => ({
  check: name,
  label,
  isMet: true,
  isAdvice: false,
  how: '',
  link: null,
  ...change,
});

export const LIVE_CHECKS: readonly LiveCheck[] = [
  check('kyc', 'Identity verified'),
  check('activation', 'Trade activation paid'),
  check('linked', 'Angel One linked'),
  check('session', 'Session of today'),
  check('address', 'Orders from the registered address'),
  check('funds', 'Funds of ₹1,00,000.00'),
  check('stop-loss', 'Stop-loss set'),
  check('daily-loss', 'Loss limit of the day set'),
  check('test-position', 'No open paper position'),
  check('lock', 'Live trading not locked'),
  check('test-days', '5 days on paper', {
    isMet: false,
    isAdvice: true,
    how: 'Let it run longer on paper: a few days say little.',
  }),
];

export const checklist = (strategyId: number) => ({
  strategyId,
  name: `Opening range ${strategyId}`,
  isReady: true,
  checks: [...LIVE_CHECKS],
  needsAcknowledgement: false,
  capital: 10_000_000,
  worstDayInTest: -142_310,
  hasLegs: false,
  stopLoss: { kind: 'percent' as const, value: 1 },
  lastThirtyDaysInTest: { trades: 12, charges: 84_250, largestLoss: -98_720 },
  clientCode: 'XXXX456',
  algoId: 'Generic (under 10 orders a second)',
});

export const riskGuard = (change: Partial<RiskGuard> = {}): RiskGuard => ({
  maxLossPerDay: 500_000,
  maxTradesPerDay: 20,
  today: -121_550,
  entriesToday: 4,
  lock: null,
  ...change,
});

export const killLock: NonNullable<RiskGuard['lock']> = {
  kind: 'kill-switch',
  reason: 'You stopped all live trading with the kill switch.',
  lockedAt: '2026-11-20T14:32:07+05:30',
  lockedUntil: '2026-11-21T02:32:07+05:30',
};

/** A difference: the account lacks twenty of forty shares. They are of two strategies. */
export const difference = (change: Partial<AccountDifference> = {}): AccountDifference => ({
  differenceId: 5,
  kind: 'smaller',
  symbol: 'RELIANCE',
  tradingSymbol: 'RELIANCE-EQ',
  ours: 40,
  theirs: 20,
  factor: null,
  actions: [],
  lastPrice: 143_110,
  positions: [
    { positionId: 901, strategyName: 'Opening range 11', quantity: 15, missing: 0 },
    { positionId: 902, strategyName: 'Evening reversal', quantity: 25, missing: 20 },
  ],
  trades: [],
  foundAt: '2026-11-20T14:30:00+05:30',
  status: 'open',
  resolution: null,
  ...change,
});

/** Answers about live trading, with an account linked and connected. */
export const scriptedLive = (): Scripts => ({
  'live.account': () => accountAnswer(brokerLink()),
  'live.test': () => ({ name: 'ASHA RAO', available: 25_000_000, used: 1_250_000 }),
  'live.checklist': ({ strategyId }) => checklist(strategyId),
  'live.goLive': ({ strategyId }) => ({ strategyId, mode: 'live', strategyStatus: 1 }),
  'live.riskGuard': (change) => riskGuard(change),
  'live.brokerOrders': () => ({ orders: [] }),
  'live.differences': () => ({ comparedAt: '2026-11-20T14:32:00+05:30', differences: [] }),
});
