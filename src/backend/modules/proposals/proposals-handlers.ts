import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { endpointOf, isCallId } from '../../../shared/contract/call-list.ts';
import type { Answer, Endpoint, Handlers, OutputOf, ParsedOf } from '../../../shared/contract/endpoint.ts';
import { Reply } from '../../../shared/contract/endpoint.ts';
import type { CallId } from '../../../shared/contract/index.ts';
import { needsTypedName, PROPOSABLE, WORDS_OF_PERSON } from '../../../shared/contract/proposable.ts';
import { MOST_PROPOSED, type Proposal, type proposals } from '../../../shared/contract/proposals.ts';
import { fieldProblems, problemSentence } from '../../../shared/field-problems.ts';
import { plainLine } from '../../../shared/plain-text.ts';
import { DAY_MS, istIso } from '../../../shared/time.ts';
import type { BackendParts } from '../../backend-parts.ts';
import type { CallContext } from '../../call-context.ts';
import type { Transaction } from '../../db/database.ts';
import type { ProposalRow } from '../../db/schema.ts';
import { mostOf, QUOTAS, requireRoom } from '../../quotas.ts';
import { notFound, Refusal } from '../../refusal.ts';
import { previewOf } from './preview.ts';

/** Parts that the calls about proposals work with. */
export type ProposalsDeps = Pick<BackendParts, 'database' | 'clock' | 'hub' | 'notify' | 'logActivity'>;

type Query = Transaction['query'];
type Input = Readonly<Record<string, unknown>>;

/** Time for which a proposal waits. */
const WAITS_MS = DAY_MS;
/** Those that are decided which a list shows. */
const MOST_DECIDED = 20;
/** Rows that are kept of one account. */
const MOST_KEPT = 200;

const PROPOSALS_PAGE = '/proposals';

/** Input of a proposed call as the call would read it: with what it takes where a field is left out. */
const wholeInput = (call: string, proposed: Input): Input => {
  if (!isCallId(call)) return proposed;
  const { params, query, body } = endpointOf(call);
  const parts = [params, query, body].map((schema) => z.safeParse(schema, proposed));
  return parts.reduce<Input>((sum, part) => ({ ...sum, ...(part.success && part.data) }), proposed);
};

const viewOf = async (query: Query, row: ProposalRow, now: number): Promise<Proposal> => {
  const proposed = JSON.parse(row.input_json) as Record<string, unknown>;
  const { lines, isLive } = await previewOf(query, row.user_id, wholeInput(row.call, proposed));
  return {
    proposalId: row.id,
    call: row.call,
    proposed,
    preview: [...lines],
    isLive,
    note: row.note,
    keyName: row.key_name,
    at: istIso(row.created_at),
    expiresAt: istIso(row.expires_at),
    state: row.state === 'waiting' && row.expires_at <= now ? 'expired' : row.state,
    outcome: row.outcome,
  };
};

const waitingOf = async (query: Query, userId: number, now: number): Promise<number> => {
  const { waiting } = await query
    .selectFrom('proposals')
    .select((eb) => eb.fn.countAll<number>().as('waiting'))
    .where('user_id', '=', userId)
    .where('state', '=', 'waiting')
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow();
  return waiting;
};

/** The call that is proposed. @throws Refusal where a script may not propose it */
const requireProposable = (call: string): CallId => {
  if (!isCallId(call))
    throw new Refusal('invalid', 'There is no such call.', { fields: { call: 'is not known' } });
  if (!PROPOSABLE.has(call))
    throw new Refusal('forbidden', 'A script may not propose this. Do it in the window.');
  return call;
};

/** Refuse a person's word, and what cannot be done without it. @throws Refusal `forbidden` */
const requireNoWord = (call: CallId, input: Input): void => {
  const word = WORDS_OF_PERSON.find((field) => field in input);
  if (word !== undefined)
    throw new Refusal('forbidden', `Only the person gives their word in ${word}: leave it out.`);
  if (needsTypedName(call, input))
    throw new Refusal(
      'forbidden',
      'A script may not propose this with real money, for which the person types a name. Do it in the window.',
    );
};

const partOf = (schema: Endpoint['body'], input: Input, left: Set<string>): Input => {
  const fields = Object.keys(schema._zod.def.shape).filter((field) => field in input);
  for (const field of fields) left.delete(field);
  return Object.fromEntries(fields.map((field) => [field, input[field]]));
};

/** Refuse an input that the call would refuse. @throws Refusal `invalid` with the fields */
const requireGoodInput = (call: CallId, input: Input): void => {
  const { params, query, body } = endpointOf(call);
  const left = new Set(Object.keys(input));
  const problems: Record<string, string> = {};
  for (const schema of [params, query, body]) {
    const part = partOf(schema, input, left);
    const parsed = z.safeParse(schema, part);
    if (!parsed.success)
      for (const [path, problem] of Object.entries(fieldProblems(parsed.error, part)))
        problems[`proposed.${path}`] = problem;
  }
  for (const field of left) problems[`proposed.${field}`] = 'is not known';
  if (Object.keys(problems).length > 0)
    throw new Refusal('invalid', problemSentence(problems), { fields: problems });
};

/** Refuse strategies that the key is not limited to. @throws Refusal `forbidden` */
const requireAllowed = ({ key }: CallContext, { strategyId }: Input): void => {
  const only = key?.onlyStrategyIds ?? null;
  if (only !== null && !(typeof strategyId === 'number' && only.includes(strategyId)))
    throw new Refusal(
      'forbidden',
      'This key is limited to some strategies: a proposal has to name one of them.',
    );
};

/** Drop the oldest rows that were decided on. One that waits is the person's to decide, however old. */
const dropOld = async (query: Query, userId: number, now: number): Promise<void> => {
  const oldest = await query
    .selectFrom('proposals')
    .select('id')
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(1)
    .offset(MOST_KEPT)
    .executeTakeFirst();
  if (oldest)
    await query
      .deleteFrom('proposals')
      .where('user_id', '=', userId)
      .where('id', '<=', oldest.id)
      .where((eb) => eb.or([eb('state', '!=', 'waiting'), eb('expires_at', '<=', now)]))
      .execute();
};

const announce = async (
  { hub }: ProposalsDeps,
  tx: Transaction,
  { id, user_id }: ProposalRow,
  now: number,
): Promise<void> => {
  const waiting = await waitingOf(tx.query, user_id, now);
  tx.afterCommit(() => hub.publish(user_id, { type: 'proposal', proposalId: id, waiting }));
};

const addProposal =
  (deps: ProposalsDeps) =>
  async (
    { call, proposed, note }: ParsedOf<(typeof proposals)['add']>,
    context: CallContext,
  ): Promise<Answer<OutputOf<(typeof proposals)['add']>>> => {
    const { database, clock, notify } = deps;
    const { userId, key } = context;
    const id = requireProposable(call);
    requireNoWord(id, proposed);
    requireGoodInput(id, proposed);
    requireAllowed(context, proposed);
    const inputJson = JSON.stringify(proposed);
    if (Buffer.byteLength(inputJson) > MOST_PROPOSED)
      throw new Refusal('too-large', 'That is more than a proposal may hold.');
    const now = clock.now();
    const keyName = key?.name ?? '';
    const proposal = await database.write(userId, async (tx) => {
      const row = await tx.query
        .insertInto('proposals')
        .values({
          user_id: userId,
          key_name: keyName,
          call,
          input_json: inputJson,
          note: plainLine(note),
          state: 'waiting',
          outcome: '',
          idempotency_key: randomUUID(),
          created_at: now,
          expires_at: now + WAITS_MS,
          decided_at: null,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      requireRoom(
        await waitingOf(tx.query, userId, now),
        QUOTAS.waitingProposals,
        mostOf(QUOTAS.waitingProposals, 'waiting proposals', 'Decide on some of them first.'),
      );
      await dropOld(tx.query, userId, now);
      await notify(tx, userId, 'system', {
        title: 'A script proposes something',
        body: 'Nothing is done until you accept it.',
        link: PROPOSALS_PAGE,
      });
      await announce(deps, tx, row, now);
      return viewOf(tx.query, row, now);
    });
    return new Reply({ proposal }, 'It waits in the window. Nothing is done until it is accepted there.');
  };

const requireProposal = async (query: Query, userId: number, id: number): Promise<ProposalRow> => {
  const row = await query
    .selectFrom('proposals')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (!row) throw notFound('proposal');
  return row;
};

const decide =
  (deps: ProposalsDeps) =>
  async (
    { proposalId, isAccepted }: ParsedOf<(typeof proposals)['decide']>,
    { userId }: CallContext,
  ): Promise<Answer<OutputOf<(typeof proposals)['decide']>>> => {
    const { database, clock, logActivity } = deps;
    const now = clock.now();
    return database.write(userId, async (tx) => {
      const row = await requireProposal(tx.query, userId, proposalId);
      if (row.state !== 'waiting')
        throw new Refusal('conflict', 'This proposal was decided on before, perhaps in another window.');
      if (row.expires_at <= now)
        throw new Refusal(
          'conflict',
          'This proposal is too old: it waited for a day. Ask the script for a new one.',
        );
      const state = isAccepted ? 'accepted' : 'rejected';
      const { numUpdatedRows } = await tx.query
        .updateTable('proposals')
        .set({ state, decided_at: now })
        .where('id', '=', row.id)
        .where('state', '=', 'waiting')
        .executeTakeFirst();
      if (numUpdatedRows === 0n)
        throw new Refusal('conflict', 'This proposal was decided on before, perhaps in another window.');
      await logActivity(
        tx,
        userId,
        'proposal',
        isAccepted
          ? `Accepted a proposal of a script: ${row.call}.`
          : `Rejected a proposal of a script: ${row.call}.`,
      );
      await announce(deps, tx, row, now);
      const proposal = await viewOf(tx.query, { ...row, state }, now);
      return { proposal, idempotencyKey: row.idempotency_key };
    });
  };

const report =
  (deps: ProposalsDeps) =>
  async (
    { proposalId, isDone, outcome }: ParsedOf<(typeof proposals)['report']>,
    { userId }: CallContext,
  ): Promise<Answer<OutputOf<(typeof proposals)['report']>>> => {
    const { database, clock } = deps;
    const now = clock.now();
    return database.write(userId, async (tx) => {
      const row = await requireProposal(tx.query, userId, proposalId);
      if (row.state !== 'accepted')
        throw new Refusal('conflict', 'Only a proposal that was accepted has an outcome.');
      const change = { state: isDone ? ('done' as const) : ('failed' as const), outcome: plainLine(outcome) };
      await tx.query.updateTable('proposals').set(change).where('id', '=', row.id).execute();
      await announce(deps, tx, row, now);
      return { proposal: await viewOf(tx.query, { ...row, ...change }, now) };
    });
  };

const list = async (
  { database, clock }: ProposalsDeps,
  userId: number,
): Promise<OutputOf<(typeof proposals)['list']>> => {
  const now = clock.now();
  const latest = database.read
    .selectFrom('proposals')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('id', 'desc');
  // Each by itself: however many were decided on since, what waits is shown.
  const waiting = await latest
    .where('state', '=', 'waiting')
    .where('expires_at', '>', now)
    .limit(QUOTAS.waitingProposals)
    .execute();
  const decided = await latest
    .where((eb) => eb.or([eb('state', '!=', 'waiting'), eb('expires_at', '<=', now)]))
    .limit(MOST_DECIDED)
    .execute();
  const views: Proposal[] = [];
  for (const row of [...waiting, ...decided]) views.push(await viewOf(database.read, row, now));
  return { proposals: views, waiting: await waitingOf(database.read, userId, now) };
};

/** Proposals of scripts: put before the person, decided on in the window alone. */
export const proposalsHandlers = (deps: ProposalsDeps): Handlers<typeof proposals, CallContext> => ({
  list: (_input, { userId }) => list(deps, userId),
  add: addProposal(deps),
  decide: decide(deps),
  report: report(deps),
});
