import { CALL_FACTS } from '../../shared/call-facts.ts';
import type { CallOptions } from '../../shared/contract/endpoint.ts';
import type { CallId } from '../../shared/contract/index.ts';
import type { Proposal } from '../../shared/contract/proposals.ts';
import { fail, type Result } from '../../shared/failure.ts';
import { api } from '../api/api.ts';
import { t } from '../i18n/translate.ts';
import { createResource } from './resource.ts';

/** Proposals of scripts; nobody asked for them, so a failure makes no toast. */
export const proposals = createResource(() => api.proposals.list(), { isQuiet: true });

type AnyCall = (input: unknown, options?: CallOptions) => Promise<Result<unknown>>;

const callOf = (id: string): AnyCall | null => {
  if (!Object.hasOwn(CALL_FACTS, id) || CALL_FACTS[id as CallId].money === 'ledger') return null;
  const [domain = '', name = ''] = id.split('.');
  return (api as unknown as Record<string, Record<string, AnyCall>>)[domain]?.[name] ?? null;
};

/**
 * Accept a proposal and make its call, as the person's own. Of two windows that accept it one makes it; a call that
 * sends orders has the key that was drawn with the proposal, and acts once.
 */
export const acceptProposal = async ({ proposalId, call: id }: Proposal): Promise<Result<unknown>> => {
  const call = callOf(id);
  if (!call) return fail('refused', t('This version cannot do what is proposed. Reject it.'));
  const decided = await api.proposals.decide({ proposalId, isAccepted: true });
  if (!decided.ok) return decided;
  const { proposal, idempotencyKey } = decided.value;
  const result = await call(proposal.proposed, { idempotencyKey });
  const outcome = result.ok ? (result.message ?? '') : result.failure.message;
  // What was done counts; that its outcome could not be told changes nothing of it.
  await api.proposals.report({ proposalId, isDone: result.ok, outcome: outcome.slice(0, 500) });
  return result;
};

/** Turn a proposal down: nothing is done. */
export const rejectProposal = ({ proposalId }: Proposal) =>
  api.proposals.decide({ proposalId, isAccepted: false });
