import { Ability } from '@casl/ability';
import { CALL_FACTS } from './call-facts.ts';
import type { CallId } from './contract/index.ts';
import { manage, type Right, SUBJECTS, type Subject } from './rights.ts';

/** The specification's rights of an account for which none are stored. */
export const DEFAULT_ABILITY = [{ action: 'read', subject: 'Auth' }] as const satisfies readonly Right[];

export type AppAbility = Ability<[string, string]>;

const TRADER: readonly Right[] = SUBJECTS.map(manage);

/**
 * The ability that a list of rights gives. The list is as the server stores and sends it. The right to read `Auth`
 * stands for everything an ordinary trader does; a list without it means exactly what it lists (casl's `manage` and
 * `all` included).
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
  const { right } = CALL_FACTS[call];
  if (right === null || ability.can(right.action, right.subject)) return null;
  const verb = right.action === 'read' ? 'see' : 'change';
  return `Your account has no right to ${verb} ${CHANGED[right.subject]}. Write to support if you need it.`;
};
