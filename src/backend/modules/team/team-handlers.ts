import type { Handlers } from '../../../shared/contract/endpoint.ts';
import type { team } from '../../../shared/contract/team.ts';
import type { CallContext } from '../../call-context.ts';
import { notYet } from '../../not-yet.ts';

export const teamHandlers = (): Handlers<typeof team, CallContext> => ({
  mine: notYet,
  direct: notYet,
  indirect: notYet,
  rewards: notYet,
});
