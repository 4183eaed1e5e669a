import type { Handlers } from '../../../shared/contract/endpoint.ts';
import type { tickets } from '../../../shared/contract/tickets.ts';
import type { CallContext } from '../../call-context.ts';
import { notYet } from '../../not-yet.ts';

export const ticketsHandlers = (): Handlers<typeof tickets, CallContext> => ({
  list: notYet,
  add: notYet,
  details: notYet,
  reply: notYet,
  close: notYet,
  attachment: notYet,
});
