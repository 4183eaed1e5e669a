import { Ability } from '@casl/ability';
import type { CallId } from './contract/index.ts';

/** What a right is about. `Auth` is the specification's: whoever may read it is an ordinary trader. */
export const SUBJECTS = [
  'Auth',
  'Profile',
  'Strategy',
  'Position',
  'Broker',
  'Market',
  'Backtest',
  'Report',
  'Advisor',
  'Alert',
  'Log',
  'Wallet',
  'Subscription',
  'Team',
  'Ticket',
  'Basket',
] as const;
export type Subject = (typeof SUBJECTS)[number];
export type Action = 'read' | 'manage';

/** One right: to see something, or to see and change it. */
export interface Right {
  readonly action: Action;
  readonly subject: Subject;
}

/** The specification's rights of an account for which none are stored. */
export const DEFAULT_ABILITY = [{ action: 'read', subject: 'Auth' }] as const satisfies readonly Right[];

const read = (subject: Subject): Right => ({ action: 'read', subject });
const manage = (subject: Subject): Right => ({ action: 'manage', subject });

/**
 * What each call needs; null where being signed in is enough. What leaves a position or stops a strategy needs no more
 * than sight of it: a lack of rights must not trap anybody in a trade.
 */
export const RIGHT_OF_CALL: Readonly<Record<CallId, Right | null>> = {
  'session.register': null,
  'session.login': null,
  'session.refresh': null,
  'session.forgotPassword': null,
  'session.resetPassword': null,
  'session.logout': null,
  'profile.mine': null,
  'profile.changePassword': null,
  'profile.totp': null,
  'profile.newRecoveryCodes': null,
  'profile.sessions': null,
  'profile.person': read('Team'),
  'profile.updatePersonal': manage('Profile'),
  'profile.updateBank': manage('Profile'),
  'profile.updateKyc': manage('Profile'),
  'profile.sendAadhaarOtp': manage('Profile'),
  'profile.validateAadhaarOtp': manage('Profile'),
  'profile.verifyPan': manage('Profile'),
  'home.summary': read('Strategy'),
  'home.header': null,
  'home.topTen': read('Strategy'),
  'home.marketplace': read('Strategy'),
  'strategies.details': read('Strategy'),
  'strategies.author': read('Strategy'),
  'strategies.mine': read('Strategy'),
  'strategies.calculation': read('Strategy'),
  'strategies.fills': read('Strategy'),
  'strategies.profit': read('Strategy'),
  'strategies.stop': read('Strategy'),
  'strategies.sell': read('Strategy'),
  'strategies.start': manage('Strategy'),
  'strategies.settings': manage('Strategy'),
  'strategies.modifyStopLoss': manage('Strategy'),
  'strategies.enable': manage('Strategy'),
  'strategies.clone': manage('Strategy'),
  'strategies.add': manage('Strategy'),
  'positions.open': read('Position'),
  'positions.portfolio': read('Position'),
  'positions.trades': read('Position'),
  'positions.orders': read('Position'),
  'positions.exit': read('Position'),
  'positions.exitAll': read('Position'),
  'positions.cancelOrder': read('Position'),
  'live.link': manage('Broker'),
  'live.reconnect': manage('Broker'),
  'live.account': read('Broker'),
  'live.test': read('Broker'),
  'live.unlink': manage('Broker'),
  'live.brokerOrders': read('Broker'),
  'live.resolve': read('Broker'),
  'live.differences': read('Broker'),
  'live.settleDifference': read('Broker'),
  'live.checklist': read('Strategy'),
  'live.goLive': manage('Broker'),
  // What ends trading needs no more than sight of it.
  'live.killSwitch': read('Broker'),
  'live.riskGuard': manage('Broker'),
  'market.instruments': read('Market'),
  'market.candles': read('Market'),
  'market.quote': read('Market'),
  'market.feed': read('Market'),
  'market.import': manage('Market'),
  'market.pace': manage('Market'),
  'market.replay': manage('Market'),
  'alerts.count': read('Alert'),
  'alerts.list': read('Alert'),
  'alerts.read': read('Alert'),
  'alerts.preferences': read('Alert'),
  'logs.activity': read('Log'),
  'logs.trading': read('Log'),
  'subscription.mine': read('Subscription'),
  'subscription.backtestPlans': read('Subscription'),
  'subscription.transactions': read('Subscription'),
  'subscription.invoice': read('Subscription'),
  'subscription.activateTrading': manage('Subscription'),
  'subscription.buy': manage('Subscription'),
  'subscription.cancel': manage('Subscription'),
  'subscription.retry': manage('Subscription'),
  'backtests.list': read('Backtest'),
  'backtests.trades': read('Backtest'),
  'backtests.start': manage('Backtest'),
  'backtests.startSweep': manage('Backtest'),
  'backtests.cancel': manage('Backtest'),
  'backtests.lookAhead': manage('Backtest'),
  'reports.tax': read('Report'),
  'tradebook.list': read('Report'),
  'tradebook.import': manage('Report'),
  'tradebook.remove': manage('Report'),
  'advisors.plans': read('Advisor'),
  'advisors.calls': read('Advisor'),
  'advisors.draft': manage('Advisor'),
  'advisors.saveQuestionnaire': manage('Advisor'),
  'wallet.mine': read('Wallet'),
  'wallet.usdt': read('Wallet'),
  'wallet.history': read('Wallet'),
  'wallet.bankHistory': read('Wallet'),
  'wallet.paymentStatus': read('Wallet'),
  'wallet.topUps': read('Wallet'),
  'wallet.add': manage('Wallet'),
  'wallet.sandbox': manage('Wallet'),
  'wallet.findRecipient': manage('Wallet'),
  'wallet.transfer': manage('Wallet'),
  'wallet.withdraw': manage('Wallet'),
  'wallet.topUp': manage('Wallet'),
  'wallet.claimRewards': manage('Wallet'),
  'wallet.activate': manage('Wallet'),
  'team.mine': read('Team'),
  'team.direct': read('Team'),
  'team.indirect': read('Team'),
  'team.rewards': read('Team'),
  'tickets.list': read('Ticket'),
  'tickets.details': read('Ticket'),
  'tickets.attachment': read('Ticket'),
  'tickets.add': manage('Ticket'),
  'tickets.reply': manage('Ticket'),
  'tickets.close': manage('Ticket'),
  'baskets.list': read('Basket'),
  'baskets.mine': read('Basket'),
  'baskets.details': read('Basket'),
  'baskets.holdings': read('Position'),
  'baskets.close': read('Basket'),
  'baskets.preview': manage('Basket'),
  'baskets.add': manage('Basket'),
  'baskets.open': manage('Basket'),
  'baskets.rebalance': manage('Basket'),
  'baskets.setSip': manage('Basket'),
  'baskets.leaveOutSip': manage('Basket'),
};

export type AppAbility = Ability<[string, string]>;

const TRADER: readonly Right[] = SUBJECTS.map(manage);

/**
 * The ability behind a list of rights as the server stores and sends it. The right to read `Auth` stands for everything
 * an ordinary trader does; a list without it means exactly what it lists (casl's `manage` and `all` included).
 */
export const abilityOf = (rights: readonly { action: string; subject: string }[]): AppAbility => {
  const isTrader = rights.some(({ subject }) => subject === 'Auth');
  return new Ability<[string, string]>(
    [...rights, ...(isTrader ? TRADER : [])].map((right) => ({ ...right })),
  );
};

const CHANGED: Readonly<Record<Subject, string>> = {
  Auth: 'this account',
  Profile: 'the profile',
  Strategy: 'strategies',
  Broker: 'the broker account',
  Position: 'positions',
  Market: 'the market',
  Backtest: 'backtests',
  Report: 'reports',
  Advisor: 'advisor plans',
  Alert: 'alerts',
  Log: 'logs',
  Wallet: 'the wallet',
  Subscription: 'subscriptions',
  Team: 'the team',
  Ticket: 'support tickets',
  Basket: 'baskets',
};

/** Why somebody may not make a call, as a sentence; null when they may. */
export const whyNot = (ability: AppAbility, call: CallId): string | null => {
  const right = RIGHT_OF_CALL[call];
  if (right === null || ability.can(right.action, right.subject)) return null;
  const verb = right.action === 'read' ? 'see' : 'change';
  return `Your account has no right to ${verb} ${CHANGED[right.subject]}. Write to support if you need it.`;
};
