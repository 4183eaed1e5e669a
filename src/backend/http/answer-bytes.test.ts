import fc from 'fast-check';
import { expect, it } from 'vitest';
import { answerBytes } from './answer-bytes.ts';

const written = async (answer: object): Promise<string> =>
  (await answerBytes(answer, () => Promise.resolve())).toString();

it('is the JSON of an answer, however long its lists are', async () => {
  const answer = {
    status: true,
    left: undefined,
    data: {
      'ä "name"': Array.from({ length: 6_001 }, (_, index) => index / 3),
      rows: Array.from({ length: 4_000 }, (_, index) => ({ index, note: null, left: undefined })),
      lists: [Array.from({ length: 2_001 }, () => Number.NaN), [], [1]],
      none: [],
    },
  };
  expect(await written(answer)).toBe(JSON.stringify(answer));
});

it('is the JSON of any answer', async () => {
  await fc.assert(
    fc.asyncProperty(fc.dictionary(fc.string(), fc.jsonValue()), async (data) => {
      expect(await written({ data })).toBe(JSON.stringify({ data }));
    }),
  );
});

it('lets everybody else in while long lists are written', async () => {
  let pauses = 0;
  await answerBytes({ numbers: Array.from({ length: 100_000 }, () => 1) }, () => {
    pauses++;
    return Promise.resolve();
  });
  expect(pauses).toBeGreaterThan(40);
});
