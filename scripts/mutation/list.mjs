import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * One mistake: the place in a file (text that is there exactly once), what it becomes, the tests that must notice, and
 * the behaviour that they protect. With `named` only tests whose name has that part are asked.
 * @typedef {{ area: string, file: string, find: string, replace: string, tests: string[], named?: string, behaviour: string }} Mutation
 */

const timesIn = (text, part) => text.split(part).length - 1;

/**
 * Why a mistake cannot be tried on the sources as they are, as a sentence; null when it can.
 * @param {string} root
 * @param {Mutation} mutation
 * @returns {string | null}
 */
export const checkMutation = (root, { area, file, find, replace, tests, behaviour }) => {
  const named = `${area}: ${behaviour} (${file})`;
  if (!existsSync(join(root, file))) return `${named}: the file is not there.`;
  const times = timesIn(readFileSync(join(root, file), 'utf8'), find);
  if (times !== 1) return `${named}: the place is found ${times} times, not once.`;
  if (find === replace) return `${named}: it changes nothing.`;
  if (tests.length === 0) return `${named}: it names no test.`;
  const missing = tests.find((test) => !existsSync(join(root, test)));
  return missing === undefined ? null : `${named}: the test ${missing} is not there.`;
};

/**
 * The text of a file with the mistake in it.
 * @param {string} text
 * @param {Pick<Mutation, 'find' | 'replace'>} mutation
 */
export const mutate = (text, { find, replace }) => text.replace(find, () => replace);

/**
 * How many mistakes of each area were noticed, in the order of the areas.
 * @param {readonly { area: string, isNoticed: boolean }[]} outcomes
 */
export const scoreOf = (outcomes) => {
  const areas = new Map();
  for (const { area, isNoticed } of outcomes) {
    const score = areas.get(area) ?? { area, noticed: 0, tried: 0 };
    areas.set(area, { ...score, noticed: score.noticed + Number(isNoticed), tried: score.tried + 1 });
  }
  return [...areas.values()].sort((a, b) => (a.area < b.area ? -1 : 1));
};
