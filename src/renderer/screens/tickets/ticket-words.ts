import type { TICKET_CATEGORIES, TICKET_STATES } from '../../../shared/contract/tickets.ts';
import type { StatusTone } from '../../ui/status-text.tsx';

export type TicketCategory = (typeof TICKET_CATEGORIES)[number];
type TicketState = (typeof TICKET_STATES)[number];

export const categoryNames: Readonly<Record<TicketCategory, string>> = {
  account: 'Account',
  orders: 'Orders',
  strategies: 'Strategies',
  broker: 'Broker',
  wallet: 'Wallet',
  subscription: 'Subscription',
  other: 'Something else',
};

export const stateWords: Readonly<Record<TicketState, { tone: StatusTone; text: string }>> = {
  open: { tone: 'warning', text: 'Open' },
  answered: { tone: 'good', text: 'Answered' },
  closed: { tone: 'neutral', text: 'Closed' },
};
