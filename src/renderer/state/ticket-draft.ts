import { create } from 'zustand';
import { registerReset } from './store-registry.ts';

export interface TicketDraft {
  subject: string;
  body: string;
}

const useStore = create<{ draft: TicketDraft | null }>(() => ({ draft: null }));

registerReset(() => useStore.setState({ draft: null }));

/** First text of a ticket that is raised from elsewhere; it is seen, and may be changed, before it is sent. */
export const ticketDraft = {
  get: (): TicketDraft | null => useStore.getState().draft,
  start: (draft: TicketDraft): void => useStore.setState({ draft }),
  clear: (): void => useStore.setState({ draft: null }),
};

/** Where a ticket is raised. */
export const RAISE_ROUTE = '/tickets?raise=yes';
