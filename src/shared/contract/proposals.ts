import { z } from 'zod';
import { post } from './endpoint.ts';
import { id, instant, shownText } from './fields.ts';

/** Most bytes of a proposed input. */
export const MOST_PROPOSED = 64 * 1024;

export const PROPOSAL_STATES = ['waiting', 'expired', 'rejected', 'accepted', 'done', 'failed'] as const;

/** A call that a script has put before the person. It is made only when they accept it, and by their window. */
export const ProposalSchema = z.lazy(() =>
  z.object({
    proposalId: id,
    /** Id of the call, such as `positions.exit`. */
    call: z.string(),
    /** Input of the call, by the names of this program. */
    proposed: z.record(z.string(), z.unknown()),
    /** Its fields, with the names of what they point to. Names are data of persons. */
    preview: z.array(z.object({ field: z.string(), value: z.string() })),
    /** Whether it concerns real money. */
    isLive: z.boolean(),
    note: z.string(),
    /** Name of the key that it came with. */
    keyName: z.string(),
    at: instant,
    expiresAt: instant,
    state: z.enum(PROPOSAL_STATES),
    /** Sentence that the call ended with. */
    outcome: z.string(),
  }),
);
export type Proposal = z.output<typeof ProposalSchema>;

export const proposals = {
  /** Those that wait, then what became of the latest others. */
  list: post('/userapi/proposals/list', {
    right: null,
    changes: false,
    output: z.lazy(() => z.object({ proposals: z.array(ProposalSchema), waiting: z.int() })),
  }),
  add: post('/userapi/proposals/add', {
    right: null,
    keyScope: 'propose',
    bodyLimit: 2 * MOST_PROPOSED,
    input: () =>
      z.object({
        call: z.string().min(1).max(80),
        proposed: z.record(z.string().max(80), z.unknown()),
        note: shownText(500).default(''),
      }),
    output: z.lazy(() => z.object({ proposal: ProposalSchema })),
  }),
  /** Take one that waits, or turn it down. Whoever accepts it makes the call with the key that is answered. */
  decide: post('/userapi/proposals/decide', {
    right: null,
    input: () => z.object({ proposalId: id, isAccepted: z.boolean() }),
    output: z.lazy(() => z.object({ proposal: ProposalSchema, idempotencyKey: z.uuid() })),
  }),
  /** How the call of an accepted one ended. */
  report: post('/userapi/proposals/report', {
    right: null,
    input: () => z.object({ proposalId: id, isDone: z.boolean(), outcome: z.string().max(500) }),
    output: z.lazy(() => z.object({ proposal: ProposalSchema })),
  }),
};
