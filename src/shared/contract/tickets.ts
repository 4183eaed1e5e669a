import { z } from 'zod';
import { pageInput, pageOutput } from '../paging.ts';
import { manage, read } from '../rights.ts';
import { post } from './endpoint.ts';
import { dateRange, id, instant } from './fields.ts';

export const TICKET_CATEGORIES = [
  'account',
  'orders',
  'strategies',
  'broker',
  'wallet',
  'subscription',
  'other',
] as const;
export const ticketCategory = z.enum(TICKET_CATEGORIES);
export const TICKET_STATES = ['open', 'answered', 'closed'] as const;

/** Types of file that may be attached, by their content. */
export const ATTACHMENT_TYPES = ['image/png', 'image/jpeg', 'application/pdf', 'text/plain'] as const;
/** Largest attachment in bytes: 5 MB. */
export const ATTACHMENT_LIMIT = 5 * 1024 * 1024;
/** A file as base64 in JSON is a third larger; the rest of the ticket fits beside it. */
const ATTACHMENT_BODY_LIMIT = 8 * 1024 * 1024;

/** Longest diagnostics in characters. */
export const DIAGNOSTICS_LIMIT = 64_000;

export const AttachmentInputSchema = z.lazy(() =>
  z.object({
    name: z.string().trim().min(1, 'must not be empty').max(120),
    type: z.enum(ATTACHMENT_TYPES, 'must be a PNG, JPEG, PDF or text file'),
    base64: z.base64('must be base64').min(1, 'must not be empty'),
  }),
);

const AttachmentSchema = z.lazy(() =>
  z.object({ attachmentId: id, name: z.string(), type: z.string(), bytes: z.int() }),
);

const TicketSchema = z.lazy(() =>
  z.object({
    ticketId: id,
    subject: z.string(),
    category: ticketCategory,
    state: z.enum(TICKET_STATES),
    openedAt: instant,
    updatedAt: instant,
    replies: z.int(),
    hasAttachment: z.boolean(),
  }),
);
export type Ticket = z.output<typeof TicketSchema>;

export const TicketMessageSchema = z.lazy(() =>
  z.object({
    messageId: id,
    at: instant,
    from: z.enum(['you', 'support']),
    author: z.string(),
    body: z.string(),
    attachments: z.array(AttachmentSchema),
  }),
);

const ticketList = z.lazy(() =>
  z.object({
    ticket_list: z.array(TicketSchema),
    ...pageOutput,
    from_date: z.string().nullable(),
    to_date: z.string().nullable(),
    /** Counts over the range of dates, not over the page. */
    openTicket: z.int(),
    closeTicket: z.int(),
  }),
);
const conversation = z.lazy(() => z.object({ ticket: TicketSchema, messages: z.array(TicketMessageSchema) }));
const body = z.string().trim().min(1, 'must not be empty').max(4_000);

export const tickets = {
  list: post('/userapi/ticketlist', {
    right: read('Ticket'),
    input: () =>
      z.object({
        ...pageInput(),
        ...dateRange,
        state: z.enum(['all', 'open', 'closed']).default('all'),
      }),
    output: ticketList,
  }),
  /** Open a ticket; returns the first page of the list, the new one on top. */
  add: post('/userapi/addticket', {
    right: manage('Ticket'),
    input: () =>
      z.object({
        subject: z.string().trim().min(3, 'must have at least 3 characters').max(120),
        category: ticketCategory,
        body,
        attachment: AttachmentInputSchema.optional(),
        /** A strategy or an order that it is about. */
        strategyId: id.optional(),
        orderId: id.optional(),
        /** Diagnostics of the desktop, as its owner has seen them; kept as a text file beside the message. */
        diagnostics: z.string().min(1, 'must not be empty').max(DIAGNOSTICS_LIMIT).optional(),
      }),
    output: ticketList,
    bodyLimit: ATTACHMENT_BODY_LIMIT,
    atOnce: 2,
  }),
  details: post('/userapi/ticketdetails', {
    right: read('Ticket'),
    input: () => z.object({ ticketId: id }),
    output: conversation,
  }),
  reply: post('/userapi/replyticket', {
    right: manage('Ticket'),
    input: () => z.object({ ticketId: id, body, attachment: AttachmentInputSchema.optional() }),
    output: conversation,
    bodyLimit: ATTACHMENT_BODY_LIMIT,
    atOnce: 2,
  }),
  close: post('/userapi/closeticket', {
    right: manage('Ticket'),
    input: () => z.object({ ticketId: id }),
    output: conversation,
  }),
  attachment: post('/userapi/ticketattachment', {
    right: read('Ticket'),
    input: () => z.object({ attachmentId: id }),
    output: z.lazy(() => z.object({ name: z.string(), type: z.string(), base64: z.string() })),
    // An answer of several megabytes is in memory until it is read.
    atOnce: 2,
  }),
};
