import type { AdvisedRisk } from '../../shared/contract/advisors.ts';

/** An answer to choose: the more points, the more risk it can bear. */
export interface Option {
  readonly id: string;
  readonly text: string;
  /** 0 to `MOST_POINTS`. */
  readonly points: number;
  /** Highest band that this answer still allows, with the reason. */
  readonly most?: { readonly band: AdvisedRisk; readonly because: string };
}

export interface Question {
  readonly id: string;
  readonly text: string;
  readonly help: string;
  /** Weight beside the others. */
  readonly weight: number;
  readonly options: readonly Option[];
}

/** Questions, weights and bands: one document, replaced as a whole. */
export interface RiskQuestionnaire {
  readonly version: number;
  readonly questions: readonly Question[];
  /** Lowest first; a score belongs to the last band whose `from` it reaches. */
  readonly bands: readonly [Band, ...Band[]];
}

interface Band {
  readonly band: AdvisedRisk;
  /** Score, 0 to 100. */
  readonly from: number;
  readonly meaning: string;
}

export const MOST_POINTS = 4;

/** The questions as they are now. Another version makes everybody answer again before the next advisor plan. */
export const RISK_QUESTIONNAIRE: RiskQuestionnaire = {
  version: 1,
  questions: [
    {
      id: 'horizon',
      text: 'When will you need the money that you trade with?',
      help: 'Money that is needed soon cannot wait for a loss to come back.',
      weight: 4,
      options: [
        {
          id: 'within-a-year',
          text: 'Within a year',
          points: 0,
          most: { band: 'low', because: 'you need the money within a year' },
        },
        { id: 'one-to-three', text: 'In one to three years', points: 1 },
        { id: 'three-to-seven', text: 'In three to seven years', points: 3 },
        { id: 'later', text: 'Not for seven years or more', points: 4 },
      ],
    },
    {
      id: 'reserve',
      text: 'For how many months could you live without this money and without income?',
      help: 'A reserve is what keeps a bad month in the market from becoming a bad month at home.',
      weight: 3,
      options: [
        {
          id: 'none',
          text: 'I have no reserve',
          points: 0,
          most: { band: 'low', because: 'you have no reserve to live on' },
        },
        { id: 'few', text: 'One to three', points: 1 },
        { id: 'half-year', text: 'Four to twelve', points: 3 },
        { id: 'more', text: 'More than twelve', points: 4 },
      ],
    },
    {
      id: 'share',
      text: 'How much of your savings is it?',
      help: 'The larger the part, the more a loss changes your plans.',
      weight: 3,
      options: [
        { id: 'most', text: 'More than half', points: 0 },
        { id: 'half', text: 'A quarter to a half', points: 1 },
        { id: 'some', text: 'A tenth to a quarter', points: 3 },
        { id: 'little', text: 'Less than a tenth', points: 4 },
      ],
    },
    {
      id: 'fall',
      text: 'Your account falls by a fifth within a month. What do you do?',
      help: 'Think of the last time that something fell, not of the plan you made when it rose.',
      weight: 4,
      options: [
        { id: 'leave', text: 'I take everything out', points: 0 },
        { id: 'reduce', text: 'I take a part out', points: 1 },
        { id: 'wait', text: 'I keep to the plan', points: 3 },
        { id: 'add', text: 'I add money', points: 4 },
      ],
    },
    {
      id: 'loss',
      text: 'What is the largest loss in a year that you could bear?',
      help: 'Bear means: you would sleep, and nobody at home would have to give something up.',
      weight: 4,
      options: [
        { id: 'five', text: 'Up to 5%', points: 0 },
        { id: 'ten', text: 'Up to 10%', points: 1 },
        { id: 'twenty', text: 'Up to 20%', points: 3 },
        { id: 'more', text: 'More than 20%', points: 4 },
      ],
    },
    {
      id: 'experience',
      text: 'For how long have you traded or invested in shares?',
      help: 'Test trading counts; mutual funds alone do not.',
      weight: 2,
      options: [
        { id: 'never', text: 'Not yet', points: 0 },
        { id: 'under-two', text: 'Less than two years', points: 1 },
        { id: 'two-to-five', text: 'Two to five years', points: 3 },
        { id: 'longer', text: 'More than five years', points: 4 },
      ],
    },
    {
      id: 'derivatives',
      text: 'What do you know of futures and options?',
      help: 'SEBI found that about nine of ten people who trade them on their own lose money.',
      weight: 1,
      options: [
        { id: 'nothing', text: 'Nothing', points: 0 },
        { id: 'read', text: 'I have read about them', points: 1 },
        { id: 'traded', text: 'I have traded them', points: 3 },
        { id: 'regular', text: 'I trade them regularly and know their margins', points: 4 },
      ],
    },
    {
      id: 'income',
      text: 'How sure is your income?',
      help: 'Salary, business, pension: what comes in whatever the market does.',
      weight: 2,
      options: [
        { id: 'none', text: 'I have none at present', points: 0 },
        { id: 'changing', text: 'It changes from month to month', points: 1 },
        { id: 'steady', text: 'It is steady', points: 3 },
        { id: 'growing', text: 'It is steady, and more than I need', points: 4 },
      ],
    },
  ],
  bands: [
    { band: 'low', from: 0, meaning: 'Keeping what you have comes before making it grow.' },
    { band: 'medium', from: 40, meaning: 'You can bear a fall for a while if it serves growth.' },
    { band: 'high', from: 70, meaning: 'You can bear large falls, and have the time to wait them out.' },
  ],
};
