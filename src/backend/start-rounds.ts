import { DAY_MS } from '../shared/time.ts';
import type { BackendParts } from './backend-parts.ts';
import { renewDue } from './billing/renewals.ts';
import { makeReserve } from './db/disk-reserve.ts';
import { notifyOfCalendar } from './notices/calendar-notice.ts';
import { NamedSealer } from './secrets/named-sealer.ts';
import { resealAll } from './secrets/reseal.ts';
import type { SupportWatch } from './staff/support-watch.ts';
import { tendPartitions } from './upkeep/partitions.ts';
import { KEPT_DAYS, prune } from './upkeep/retention.ts';
import type { Rounds } from './upkeep/rounds.ts';

/** Payment requests expire to the second or so; plans end and are renewed to the half minute. */
const EXPIRY_ROUND = '* * * * * *';
const RENEWAL_ROUND = '*/30 * * * * *';
/** Round that resumes payments under way when the program ended. They are resumed at once, or as soon as it can be. */
const PAYMENTS_ROUND = '*/10 * * * * *';
/** Users are notified of support's answers to the second. */
const SUPPORT_ROUND = '* * * * * *';
/** The clockwork of live trading: candles, order books, prices that are chased. */
const BROKER_ROUND = '* * * * * *';
/** Alerts that no price tells of: results, volatilities, the age of prices. */
const ALERT_ROUND = '* * * * * *';
/** Quotes of option chains are those of the end of a minute. */
const RECORDER_ROUND = '* * * * * *';
/** Market time may run many times faster than the clock: a SIP is not to wait for hours of it. */
const BASKET_ROUND = '* * * * * *';
/** The reserve on the disk is made again once there is space. */
const RESERVE_ROUND = '*/30 * * * * *';
/** At night, when nobody trades. */
const PRUNING_ROUND = '0 17 3 * * *';
/** Once a week, in the hour before the market opens. */
const CALENDAR_ROUND = '0 */10 * * * *';

interface RoundsDeps extends Pick<
  BackendParts,
  | 'users'
  | 'database'
  | 'clock'
  | 'brokerAccounts'
  | 'payments'
  | 'subscriptions'
  | 'basketTrading'
  | 'historyFetches'
  | 'recorder'
  | 'alertRules'
  | 'deliveries'
  | 'notify'
  | 'sealer'
  | 'logger'
> {
  readonly rounds: Rounds;
  readonly supportWatch: SupportWatch;
  readonly dataDir: string;
}

/** Start all that comes round by itself. */
export const startRounds = async (deps: RoundsDeps): Promise<void> => {
  const { rounds, dataDir, database, clock, logger, users, sealer } = deps;
  const { brokerAccounts, payments, basketTrading, supportWatch } = deps;
  let hasPayments = false;
  makeReserve(dataDir);
  // Each by itself: whatever fails of one keeps none of the others, and money that is at work least of all.
  rounds.every(BROKER_ROUND, 'live trading', () => brokerAccounts.everySecond());
  rounds.every(ALERT_ROUND, 'alerts', () => deps.alertRules.everySecond());
  rounds.every(ALERT_ROUND, 'alerts on their way', () => deps.deliveries.open());
  rounds.every(RECORDER_ROUND, 'recording prices', () => deps.recorder.everySecond());
  rounds.every(PAYMENTS_ROUND, 'payments under way', async () => {
    if (hasPayments) return;
    await payments.resume();
    hasPayments = true;
  });
  rounds.every(EXPIRY_ROUND, 'expiry of payments', () => payments.expire());
  rounds.every(RENEWAL_ROUND, 'renewals', () => renewDue(deps));
  rounds.every(BASKET_ROUND, 'baskets', () => basketTrading.round());
  rounds.every(CALENDAR_ROUND, 'trading days', () => notifyOfCalendar(deps));
  rounds.every(SUPPORT_ROUND, 'support', () => supportWatch.poll());
  rounds.every(RESERVE_ROUND, 'the reserve on the disk', () => Promise.resolve(void makeReserve(dataDir)));
  await brokerAccounts.open();
  await deps.historyFetches.open();
  await deps.recorder.open();
  // A desktop is seldom on at night, so at its start too, behind the accounts.
  if (!users.hasHouse) return;
  if (sealer instanceof NamedSealer)
    rounds.every(PRUNING_ROUND, 'what older keys have sealed', async () => {
      const sealedAnew = await resealAll(database, sealer);
      logger.info({ key: sealer.currentId, ...sealedAnew }, 'what older keys had sealed was sealed anew');
    });
  rounds.every(PRUNING_ROUND, 'partitions', () => {
    const keptSince = (days: number): number => clock.now() - days * DAY_MS;
    return tendPartitions(database, { alerts: keptSince(KEPT_DAYS.alerts), logs: keptSince(KEPT_DAYS.logs) });
  });
  rounds.every(PRUNING_ROUND, 'recorded minutes', () => deps.recorder.prune());
  rounds.every(PRUNING_ROUND, 'what is kept no longer', () => prune({ database, clock }));
};
