import type { TICKET_CATEGORIES, TICKET_STATES } from '../../../shared/contract/tickets.ts';
import { t, labels } from '../../i18n/translate.ts';
import type { StatusTone } from '../../ui/status-text.tsx';

export type TicketCategory = (typeof TICKET_CATEGORIES)[number];
type TicketState = (typeof TICKET_STATES)[number];

export const categoryNames: Readonly<Record<TicketCategory, string>> = labels({
  account: 'Account',
  orders: 'Orders',
  strategies: 'Strategies',
  broker: 'Broker',
  wallet: 'Wallet',
  subscription: 'Subscription',
  other: 'Something else',
});

const endedLabels = labels({ answered: 'Answered', closed: 'Closed' });
export const stateText = (state: TicketState): string =>
  state === 'open' ? t('Open', { context: 'ticket-state' }) : endedLabels[state];

export const stateTones: Readonly<Record<TicketState, StatusTone>> = {
  open: 'warning',
  answered: 'good',
  closed: 'neutral',
};
