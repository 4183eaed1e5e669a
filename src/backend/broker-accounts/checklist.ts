import type { LiveCheck } from '../../shared/contract/live.ts';
import { formatCount, formatRupees } from '../../shared/money.ts';
import type { DaysBack } from './broker-candles.ts';

/** Facts that decide whether anything may trade a person's real money. Money in paise. */
export interface AccountCase {
  readonly isKycDone: boolean;
  readonly isTradeActive: boolean;
  readonly isLinked: boolean;
  readonly hasSession: boolean;
  /** The broker's last complaint about an address; null when it has none. */
  readonly addressProblem: string | null;
  /** Null when the broker could not be asked. */
  readonly funds: number | null;
  readonly capital: number;
  readonly lock: string | null;
}

/** The same for a strategy. */
export interface LiveCase extends AccountCase {
  readonly strategyId: number;
  readonly hasLegs: boolean;
  /** Of legs: each that is sold has one, or all of them together. */
  readonly hasStopLoss: boolean;
  readonly hasDailyLoss: boolean;
  readonly openTestPositions: number;
  readonly testDays: number;
  /** Days of candles that its rules need, where the broker lacks them; else null. */
  readonly daysBack: DaysBack | null;
}

const ADVISED_TEST_DAYS = 5;

const check = (
  name: string,
  label: string,
  isMet: boolean,
  how: string,
  link: string | null = null,
  isAdvice = false,
): LiveCheck => ({ check: name, label, isMet, isAdvice, how: isMet ? '' : how, link: isMet ? null : link });

const accountChecks = (live: AccountCase, capitalLink: string | null = null): LiveCheck[] => [
  check('kyc', 'Identity verified', live.isKycDone, 'Verify your Aadhaar and PAN.', '/profile/kyc'),
  check(
    'activation',
    'Trade activation paid',
    live.isTradeActive,
    'Buy a trade activation.',
    '/subscription',
  ),
  check('linked', 'Angel One linked', live.isLinked, 'Link your account.', '/profile/broker'),
  check(
    'session',
    'Session of today',
    live.hasSession,
    'Log in for today: the exchange ends every session overnight.',
    '/profile/broker',
  ),
  check(
    'address',
    'Orders from the registered address',
    live.addressProblem === null,
    live.addressProblem ?? '',
    '/profile/broker',
  ),
  check(
    'funds',
    `Funds of ${formatRupees(live.capital)}`,
    live.funds !== null && live.funds >= live.capital,
    live.funds === null
      ? 'The broker could not be asked what is there.'
      : `Your account has ${formatRupees(live.funds)}. Add money there, or lower the capital.`,
    capitalLink,
  ),
];

const lockCheck = ({ lock }: AccountCase): LiveCheck =>
  check('lock', 'Live trading not locked', lock === null, lock ?? '', '/settings?section=safety');

/** Conditions for buying a basket with real money; a basket has no rules, and no stop-loss. */
export const basketChecks = (live: AccountCase): LiveCheck[] => [...accountChecks(live), lockCheck(live)];

/** Of rules that look back further than the broker's candles. Older ones may be here, from days when it had them. */
const historyAdvice = ({ daysBack, strategyId }: LiveCase): LiveCheck[] =>
  daysBack === null
    ? []
    : [
        check(
          'history',
          'Rules within the broker’s candles',
          false,
          `Its rules look back on about ${formatCount(daysBack.needed)} days, and the broker has candles of ${formatCount(daysBack.kept)}: until older ones are stored here, conditions that read them do not fire. Shorten the longest look-back.`,
          `/strategies/${strategyId}`,
          true,
        ),
      ];

/** Every check of a strategy with its state. In the order in which a person would deal with them. */
export const liveChecks = (live: LiveCase): LiveCheck[] => [
  ...accountChecks(live, `/strategies/${live.strategyId}?tab=settings`),
  check(
    'stop-loss',
    'Stop-loss set',
    live.hasStopLoss,
    live.hasLegs
      ? 'Give each leg that is sold a stop, or all legs together.'
      : 'Set a stop-loss in its settings.',
    live.hasLegs ? `/strategies/${live.strategyId}` : `/strategies/${live.strategyId}?tab=settings`,
  ),
  check(
    'daily-loss',
    'Loss limit of the day set',
    live.hasDailyLoss,
    'Set the loss at which live trading ends for the day.',
    '/settings?section=safety',
  ),
  check(
    'test-position',
    'No open paper position',
    live.openTestPositions === 0,
    'A paper position never becomes a live one: close it first.',
    '/open-positions?type=test',
  ),
  lockCheck(live),
  check(
    'test-days',
    `${ADVISED_TEST_DAYS} days on paper`,
    live.testDays >= ADVISED_TEST_DAYS,
    'Let it run longer on paper: a few days say little.',
    null,
    true,
  ),
  ...historyAdvice(live),
];

/** Whether all but the advice holds. */
export const isReady = (checks: readonly LiveCheck[]): boolean =>
  checks.every(({ isMet, isAdvice }) => isMet || isAdvice);
