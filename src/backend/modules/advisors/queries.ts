import type { Kysely } from 'kysely';
import { RISK_QUESTIONNAIRE } from '../../advisors/risk-questionnaire.ts';
import type { Answers, Scored } from '../../advisors/score-answers.ts';
import type { Transaction } from '../../db/database.ts';
import type { RiskProfileRow, Schema } from '../../db/schema.ts';

/** Answers kept for later, to the questions as they are now. */
export const draftOf = async (
  query: Kysely<Schema>,
  userId: number,
): Promise<{ answers: Answers; savedAt: number } | null> => {
  const row = await query
    .selectFrom('questionnaire_drafts')
    .select(['answers_json', 'saved_at'])
    .where('user_id', '=', userId)
    .where('version', '=', RISK_QUESTIONNAIRE.version)
    .executeTakeFirst();
  return row ? { answers: JSON.parse(row.answers_json) as Answers, savedAt: row.saved_at } : null;
};

/** Keeps answers for later, in the place of those kept before. */
export const saveDraft = async (
  tx: Transaction,
  userId: number,
  answers: Answers,
  at: number,
): Promise<void> => {
  const draft = {
    version: RISK_QUESTIONNAIRE.version,
    answers_json: JSON.stringify(answers),
    saved_at: at,
  };
  await tx.query
    .insertInto('questionnaire_drafts')
    .values({ user_id: userId, ...draft })
    .onConflict((oc) => oc.column('user_id').doUpdateSet(draft))
    .execute();
};

/** Writes what somebody's answers came to, and forgets the draft: earlier profiles stay as they were. */
export const saveProfile = async (
  tx: Transaction,
  userId: number,
  answers: Answers,
  { score, band }: Scored,
  at: number,
): Promise<RiskProfileRow> => {
  await tx.query.deleteFrom('questionnaire_drafts').where('user_id', '=', userId).execute();
  return tx.query
    .insertInto('risk_profiles')
    .values({
      user_id: userId,
      version: RISK_QUESTIONNAIRE.version,
      answers_json: JSON.stringify(answers),
      score,
      band,
      at,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
};
