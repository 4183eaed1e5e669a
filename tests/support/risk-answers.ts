import { RISK_QUESTIONNAIRE } from '../../src/backend/advisors/risk-questionnaire.ts';

/** Answers of somebody who bears little (`least`) or much (`most`) risk in everything. */
export const riskAnswers = (which: 'least' | 'most'): Record<string, string> =>
  Object.fromEntries(
    RISK_QUESTIONNAIRE.questions.map(({ id, options }) => [
      id,
      (which === 'least' ? options[0] : options.at(-1))?.id ?? '',
    ]),
  );

export const RISK_VERSION = RISK_QUESTIONNAIRE.version;
