import type { OutputOf } from '../../shared/contract/endpoint.ts';
import type { MyProfile, profile } from '../../shared/contract/profile.ts';
import type { Ticket, tickets } from '../../shared/contract/tickets.ts';
import type { Scripts } from './fake-bridge.ts';

/** A person who has not proven anything yet. */
export const myProfile = (change: Partial<MyProfile> = {}): MyProfile => ({
  id: 1,
  fullName: 'Asha Rao',
  email: 'asha@example.in',
  phone: '9876543210',
  avatar: null,
  referralCode: 'ASHA7K2M',
  sponsor: 'Meera Iyer',
  designation_level: 1,
  kycStatus: 'none',
  PanStatus: 'none',
  AdharStatus: 'none',
  aadhaarMasked: null,
  panMasked: null,
  bank: null,
  personal: {
    fullName: 'Asha Rao',
    dob: '1991-04-12',
    address: '14 Church Street',
    city: 'Bengaluru',
    stateCode: '29',
    pinCode: '560001',
  },
  documents: [],
  hasTotp: false,
  recoveryCodesLeft: 0,
  isActive: false,
  isTradeactive: false,
  isRoboactive: false,
  ability: [{ action: 'read', subject: 'Auth' }],
  ...change,
});

/** A person who has proven who they are, with a bank account. */
export const verifiedProfile = (): MyProfile =>
  myProfile({
    kycStatus: 'verified',
    PanStatus: 'verified',
    AdharStatus: 'verified',
    aadhaarMasked: 'XXXX XXXX 1234',
    panMasked: 'ABXXXXXX4F',
    bank: {
      accountLast4: '4321',
      ifsc: 'HDFC0001234',
      accountHolder: 'Asha Rao',
      changedAt: '2026-10-01T10:00:00+05:30',
      heldUntil: null,
    },
  });

type TicketPage = OutputOf<(typeof tickets)['list']>;
type TicketMessage = OutputOf<(typeof tickets)['details']>['messages'][number];
type OpenSession = OutputOf<(typeof profile)['sessions']>['sessions'][number];

export const openSession = (sessionId: number, change: Partial<OpenSession> = {}): OpenSession => ({
  sessionId,
  device: 'TrickDesk on Linux',
  address: '127.0.0.1',
  openedAt: '2026-11-20T09:00:12+05:30',
  lastUsedAt: '2026-11-20T14:30:00+05:30',
  isThisOne: false,
  ...change,
});

/** Answers about the person, their papers and their sessions. */
export const scriptedPeople = (): Scripts => ({
  'profile.mine': () => myProfile(),
  'tickets.list': () =>
    ticketPage([ticket(7), ticket(5, { state: 'answered', replies: 1 })], { closeTicket: 3 }),
  'tickets.details': ({ ticketId }) => ({ ticket: ticket(ticketId), messages: [ticketMessage(1)] }),
  'profile.sessions': () => ({
    sessions: [openSession(71, { isThisOne: true }), openSession(64, { device: 'TrickDesk on Windows' })],
  }),
});

export const ticket = (ticketId: number, change: Partial<Ticket> = {}): Ticket => ({
  ticketId,
  subject: `Order refused, case ${ticketId}`,
  category: 'orders',
  state: 'open',
  openedAt: '2026-11-19T11:20:00+05:30',
  updatedAt: '2026-11-19T11:20:00+05:30',
  replies: 0,
  hasAttachment: false,
  ...change,
});

export const ticketMessage = (messageId: number, change: Partial<TicketMessage> = {}): TicketMessage => ({
  messageId,
  at: '2026-11-19T11:20:00+05:30',
  from: 'you',
  author: 'Asha Rao',
  body: 'INFY was refused at 11:15 although there was enough capital.',
  attachments: [],
  ...change,
});

export const ticketPage = (rows: readonly Ticket[], change: Partial<TicketPage> = {}): TicketPage => ({
  ticket_list: [...rows],
  pageNumber: 1,
  pageSize: 12,
  total: rows.length,
  from_date: null,
  to_date: null,
  openTicket: rows.filter(({ state }) => state !== 'closed').length,
  closeTicket: rows.filter(({ state }) => state === 'closed').length,
  ...change,
});
