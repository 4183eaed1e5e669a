import { RISK_QUESTIONNAIRE } from '../../src/backend/advisors/risk-questionnaire.ts';

/** Answers of a user who bears little or much risk throughout. Little is `least`, much is `most`, in everything. */
export const riskAnswers = (which: 'least' | 'most'): Record<string, string> =>
  Object.fromEntries(
    RISK_QUESTIONNAIRE.questions.map(({ id, options }) => [
      id,
      (which === 'least' ? options[0] : options.at(-1))?.id ?? '',
    ]),
  );

export const RISK_VERSION = RISK_QUESTIONNAIRE.version;
