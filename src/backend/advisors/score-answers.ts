import type { AdvisedRisk } from '../../shared/contract/advisors.ts';
import { Refusal } from '../refusal.ts';
import { MOST_POINTS, type Option, type Question, type RiskQuestionnaire } from './risk-questionnaire.ts';

/** Question id → id of the chosen answer. */
export type Answers = Readonly<Record<string, string>>;

/** Score of a person's answers. */
export interface Scored {
  /** 0 to 100. */
  readonly score: number;
  readonly band: AdvisedRisk;
  readonly sentences: readonly string[];
}

const ORDER: readonly AdvisedRisk[] = ['low', 'medium', 'high'];

/** Whether one band is beyond another. */
export const isAbove = (band: AdvisedRisk, limit: AdvisedRisk): boolean =>
  ORDER.indexOf(band) > ORDER.indexOf(limit);

const optionOf = (question: Question, answers: Answers): Option | undefined =>
  question.options.find(({ id }) => id === answers[question.id]);

/**
 * Refuse answers to unknown questions and choices that are not offered. Where all must be there, also refuse what is
 * missing. Each question is named.
 */
export const requireAnswers = (
  { questions }: RiskQuestionnaire,
  answers: Answers,
  { isWhole }: { readonly isWhole: boolean },
): void => {
  const fields: Record<string, string> = {};
  for (const id of Object.keys(answers))
    if (!questions.some((question) => question.id === id)) fields[`answers.${id}`] = 'is not asked';
  for (const question of questions) {
    if (answers[question.id] === undefined) {
      if (isWhole) fields[`answers.${question.id}`] = 'is not answered';
    } else if (!optionOf(question, answers))
      fields[`answers.${question.id}`] = 'is not one of the answers to choose from';
  }
  const wrong = Object.entries(fields);
  if (wrong.length === 0) return;
  const missing = wrong.filter(([, why]) => why === 'is not answered').length;
  throw new Refusal(
    'invalid',
    missing > 0
      ? `${missing === 1 ? 'One question is' : `${missing} questions are`} not answered yet.`
      : 'Some of these are not answers to the questions.',
    { fields },
  );
};

/**
 * The score of a whole set of answers: weighted points in percent of the most there are. An answer may hold the band
 * down, whatever the rest of them say.
 */
export const scoreAnswers = (questionnaire: RiskQuestionnaire, answers: Answers): Scored => {
  requireAnswers(questionnaire, answers, { isWhole: true });
  const { questions, bands } = questionnaire;
  const chosen = questions.flatMap((question) => {
    const option = optionOf(question, answers);
    return option ? [{ question, option }] : [];
  });
  const points = chosen.reduce((sum, { question, option }) => sum + question.weight * option.points, 0);
  const most = questions.reduce((sum, { weight }) => sum + weight * MOST_POINTS, 0);
  const score = Math.round((points / most) * 100);
  const reached = bands.findLast(({ from }) => score >= from) ?? bands[0];
  const limits = chosen.flatMap(({ option }) =>
    option.most && isAbove(reached.band, option.most.band) ? [option.most] : [],
  );
  const band = limits.reduce(
    (lowest, limit) => (isAbove(lowest, limit.band) ? limit.band : lowest),
    reached.band,
  );
  const { meaning } = bands.find((one) => one.band === band) ?? bands[0];
  return {
    score,
    band,
    sentences: [
      `Your answers come to ${score} of 100: the ${band} band. ${meaning}`,
      ...limits.map(
        ({ because }) =>
          `The score alone would be the ${reached.band} band; it is held at ${band} because ${because}.`,
      ),
    ],
  };
};
