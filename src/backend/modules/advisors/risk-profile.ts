import { Reply } from '../../../shared/contract/endpoint.ts';
import { istIso } from '../../../shared/time.ts';
import { advisorPlans } from '../../advisors/advisor-plans.ts';
import { RISK_QUESTIONNAIRE } from '../../advisors/risk-questionnaire.ts';
import { requireAnswers, scoreAnswers } from '../../advisors/score-answers.ts';
import { suitabilityOf } from '../../advisors/suitability.ts';
import { notFound, Refusal } from '../../refusal.ts';
import { draftOf, saveDraft, saveProfile } from './queries.ts';
import { profileView } from './plan-offers.ts';
import type { AdvisorsCalls, AdvisorsParts } from './advisors-deps.ts';

const QUESTIONS = RISK_QUESTIONNAIRE.questions.map(({ id, text, help, options }) => ({
  questionId: id,
  text,
  help,
  options: options.map((option) => ({ optionId: option.id, text: option.text })),
}));

const requireVersion = (version: number): void => {
  if (version !== RISK_QUESTIONNAIRE.version)
    throw new Refusal('conflict', 'The questions have changed since. Look through them once more.');
};

/** The risk questions with the answers so far; keeps new ones. */
export const keepDraft =
  (deps: AdvisorsParts): AdvisorsCalls['draft'] =>
  async ({ version, answers }, { userId }) => {
    const { database, clock } = deps;
    if (answers !== undefined) {
      requireVersion(version ?? RISK_QUESTIONNAIRE.version);
      requireAnswers(RISK_QUESTIONNAIRE, answers, { isWhole: false });
      await database.write(userId, (tx) => saveDraft(tx, userId, answers, clock.now()));
    }
    const draft = await draftOf(database.read, userId);
    const view = {
      version: RISK_QUESTIONNAIRE.version,
      questions: QUESTIONS,
      answers: { ...draft?.answers },
      savedAt: draft ? istIso(draft.savedAt) : null,
    };
    return answers === undefined ? view : new Reply(view, 'Your answers are kept. Carry on when you like.');
  };

/** Scores the answers to the risk questions and keeps the profile. */
export const saveQuestionnaire =
  (deps: AdvisorsParts): AdvisorsCalls['saveQuestionnaire'] =>
  async ({ version, answers, planId }, { userId }) => {
    const { database, clock, logActivity } = deps;
    requireVersion(version);
    const scored = scoreAnswers(RISK_QUESTIONNAIRE, answers);
    const inMind = planId === undefined ? null : ((await advisorPlans(database.read, planId))[0] ?? 'none');
    if (inMind === 'none') throw notFound('plan');
    const row = await database.write(userId, async (tx) => {
      await logActivity(
        tx,
        userId,
        'risk-profile',
        `Answered the risk questions: ${scored.score} of 100, ${scored.band} band.`,
      );
      return saveProfile(tx, userId, answers, scored, clock.now());
    });
    const [sentence = ''] = scored.sentences;
    return new Reply(
      await profileView(deps, row),
      inMind ? `${sentence} ${suitabilityOf(inMind, row.band).sentence}` : sentence,
    );
  };
