/** Subjects of a right. `Auth` is the specification's: the right to read it makes an ordinary trader. */
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

export const read = (subject: Subject): Right => ({ action: 'read', subject });
export const manage = (subject: Subject): Right => ({ action: 'manage', subject });
