import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Refusal } from '../refusal.ts';
import { RISK_QUESTIONNAIRE as QUESTIONS } from './risk-questionnaire.ts';
import { type Answers, isAbove, requireAnswers, scoreAnswers } from './score-answers.ts';

/** For each question the place of the chosen option. */
const places = fc.tuple(
  ...QUESTIONS.questions.map(({ options }) => fc.integer({ min: 0, max: options.length - 1 })),
);
const answersAt = (chosen: readonly number[]): Answers =>
  Object.fromEntries(
    QUESTIONS.questions.map(({ id, options }, index) => [id, options[chosen[index] ?? 0]!.id]),
  );
const all = (place: number) => answersAt(QUESTIONS.questions.map(() => place));

describe('the questions', () => {
  it('offer answers in the order of their points, from none to the most', () => {
    for (const { id, options } of QUESTIONS.questions) {
      const points = options.map((option) => option.points);
      expect(
        [...points].sort((a, b) => a - b),
        id,
      ).toEqual(points);
      expect([points[0], points.at(-1)], id).toEqual([0, 4]);
    }
  });
});

describe('a score', () => {
  it('goes from 0 to 100, and the bands with it', () => {
    expect(scoreAnswers(QUESTIONS, all(0))).toMatchObject({ score: 0, band: 'low' });
    expect(scoreAnswers(QUESTIONS, all(3))).toMatchObject({ score: 100, band: 'high' });
    // Every third answer is worth 3 of 4 points.
    expect(scoreAnswers(QUESTIONS, all(2))).toMatchObject({ score: 75, band: 'high' });
    expect(scoreAnswers(QUESTIONS, all(1))).toMatchObject({ score: 25, band: 'low' });
  });

  it('never falls, nor does the band, when one answer bears more risk', () => {
    fc.assert(
      fc.property(places, fc.nat({ max: QUESTIONS.questions.length - 1 }), (chosen, which) => {
        const more = chosen.map((place, index) => (index === which ? Math.min(place + 1, 3) : place));
        const [before, after] = [chosen, more].map((one) => scoreAnswers(QUESTIONS, answersAt(one)));
        expect(after!.score).toBeGreaterThanOrEqual(before!.score);
        expect(isAbove(before!.band, after!.band)).toBe(false);
      }),
    );
  });

  it('does not lift the band of somebody who needs the money within a year, and says why', () => {
    const rich = { ...all(3), horizon: 'within-a-year' };
    const { score, band, sentences } = scoreAnswers(QUESTIONS, rich);
    expect(score).toBeGreaterThan(70);
    expect(band).toBe('low');
    expect(sentences.join(' ')).toContain('held at low because you need the money within a year');
  });
});

describe('answers', () => {
  const refusal = (answers: Answers, isWhole: boolean): Refusal => {
    try {
      requireAnswers(QUESTIONS, answers, { isWhole });
    } catch (error) {
      if (error instanceof Refusal) return error;
      throw error;
    }
    throw new Error('nothing was refused');
  };

  it('that are missing, not asked or not offered are named', () => {
    const { reserve, ...some } = all(2);
    expect(reserve).toBeTruthy();
    expect(refusal(some, true)).toMatchObject({
      message: 'One question is not answered yet.',
      fields: { 'answers.reserve': 'is not answered' },
    });
    expect(refusal({ ...some, 'star-sign': 'leo', fall: 'laugh' }, false).fields).toEqual({
      'answers.star-sign': 'is not asked',
      'answers.fall': 'is not one of the answers to choose from',
    });
  });

  it('may be few when they are only kept for later', () => {
    expect(() => requireAnswers(QUESTIONS, { fall: 'wait' }, { isWhole: false })).not.toThrow();
  });
});
