import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Place in a file (text that is there exactly once), and what it becomes.
 * @typedef {{ file: string, find: string, replace: string }} Place
 */

/**
 * One mistake: its place, the tests that must notice, and the behaviour that they protect. With `named` only tests whose
 * name has that part are asked. A behaviour that is kept by two means is lost with both: `also` names the others.
 * @typedef {Place & { area: string, tests: string[], named?: string, behaviour: string, also?: Place[] }} Mutation
 */

const timesIn = (text, part) => text.split(part).length - 1;

/**
 * All places of a mistake.
 * @param {Place & { also?: Place[] }} mutation
 * @returns {Place[]}
 */
export const placesOf = ({ file, find, replace, also = [] }) => [{ file, find, replace }, ...also];

/** Why a place cannot be changed, or null. */
const whyNot = (root, { file, find, replace }) => {
  if (!existsSync(join(root, file))) return 'the file is not there.';
  const times = timesIn(readFileSync(join(root, file), 'utf8'), find);
  if (times !== 1) return `the place is found ${times} times, not once.`;
  return find === replace ? 'it changes nothing.' : null;
};

/**
 * Why a mistake cannot be tried on the sources as they are, as a sentence; null when it can.
 * @param {string} root
 * @param {Mutation} mutation
 * @returns {string | null}
 */
export const checkMutation = (root, mutation) => {
  const { area, tests, behaviour } = mutation;
  const named = `${area}: ${behaviour} (${mutation.file})`;
  for (const place of placesOf(mutation)) {
    const why = whyNot(root, place);
    if (why !== null) return `${named}: ${why}`;
  }
  if (tests.length === 0) return `${named}: it names no test.`;
  const missing = tests.find((test) => !existsSync(join(root, test)));
  return missing === undefined ? null : `${named}: the test ${missing} is not there.`;
};

/**
 * The text of a file with the mistake in it.
 * @param {string} text
 * @param {Pick<Place, 'find' | 'replace'>} place
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
