import type { TICKET_CATEGORIES, TICKET_STATES } from '../../../shared/contract/tickets.ts';
import { t, words } from '../../i18n/translate.ts';
import type { StatusTone } from '../../ui/status-text.tsx';

export type TicketCategory = (typeof TICKET_CATEGORIES)[number];
type TicketState = (typeof TICKET_STATES)[number];

export const categoryNames: Readonly<Record<TicketCategory, string>> = words({
  account: 'Account',
  orders: 'Orders',
  strategies: 'Strategies',
  broker: 'Broker',
  wallet: 'Wallet',
  subscription: 'Subscription',
  other: 'Something else',
});

const endedWords = words({ answered: 'Answered', closed: 'Closed' });
export const stateWords = (state: TicketState): string =>
  state === 'open' ? t('Open', { context: 'ticket-state' }) : endedWords[state];

export const stateTones: Readonly<Record<TicketState, StatusTone>> = {
  open: 'warning',
  answered: 'good',
  closed: 'neutral',
};
