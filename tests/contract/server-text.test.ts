import { globSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inHindi } from '../../src/shared/server-text/hindi.ts';
import { serverSentences } from '../support/server-text.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const FOLDER = join(ROOT, 'src/shared/server-text/hi');
/** Parts that sentences are put together from; they are found by what stands between their values. */
const FRAGMENTS = ['fragments.json', 'words.json'];

const files = globSync('*.json', { cwd: FOLDER }).map((name) => ({
  name: basename(name),
  entries: JSON.parse(readFileSync(join(FOLDER, name), 'utf8')) as Record<string, string>,
}));
const hindi = new Map(files.flatMap(({ entries }) => Object.entries(entries)));
const sentences = serverSentences();
const placesOf = (text: string): string[] => [...new Set(text.match(/\{\{\d+\}\}/g) ?? [])].sort();

describe('what the server says', () => {
  it('is there in Hindi', () => {
    expect(sentences.length).toBeGreaterThan(500);
    const missing = sentences.filter(({ english }) => !hindi.get(english)?.trim());
    expect(missing.map(({ english, file }) => `${file}: ${english}`)).toEqual([]);
  });

  it('keeps its values in Hindi', () => {
    const lost = sentences.filter(({ english, words }) => {
      const said = placesOf(hindi.get(english) ?? '');
      const free = words.map((number) => `{{${number}}}`);
      return (
        placesOf(english).some((place) => !said.includes(place) && !free.includes(place)) ||
        said.some((place) => !placesOf(english).includes(place))
      );
    });
    expect(lost.map(({ english }) => english)).toEqual([]);
  });

  it('stands in one file, and no file keeps what nobody says', () => {
    const said = new Set(sentences.map(({ english }) => english));
    const sources = globSync('src/{backend,engine,shared}/**/*.ts', { cwd: ROOT })
      .map((name) => readFileSync(join(ROOT, name), 'utf8'))
      .join('\n');
    const isPart = (text: string) =>
      text
        .split(/\{\{\d+\}\}/)
        .flatMap((part) => part.split(/(?<=\s)|(?=\s)/))
        .every((word) => sources.includes(word));
    const seen = new Set<string>();
    const problems = files.flatMap(({ name, entries }) =>
      Object.keys(entries).flatMap((key) => {
        const isKnown = FRAGMENTS.includes(name) ? isPart(key) : said.has(key);
        const problem = !isKnown ? 'nobody says' : seen.has(key) ? 'is there twice' : null;
        seen.add(key);
        return problem ? [`${name}: ${problem}: ${key}`] : [];
      }),
    );
    expect(problems).toEqual([]);
  });

  it('is recognised with its values in it', () => {
    const wrong = sentences.flatMap(({ english }) => {
      const value = (place: string) => `Wert${place.slice(2, -2)}`;
      // Those of few letters are known by a value of theirs.
      if (english.replaceAll(/\{\{\d+\}\}|[\s.,:]/g, '').length < 5) return [];
      const fill = (text: string) => text.replaceAll(/\{\{\d+\}\}/g, value);
      const expected = fill(hindi.get(english) ?? '');
      const said = inHindi(fill(english));
      return said === expected ? [] : [`${english} → ${said}`];
    });
    expect(wrong).toEqual([]);
  });

  it.each([
    'Entry rule at 09:16. Sell 65 NIFTY at about ₹26,205.20.',
    'Sold 65 NIFTY at ₹26,199.70. Entry rule at 09:16.',
    'Started the sweep NIFTY.',
    'Walk-forward of NIFTY is done',
    '34 trades, net −₹77,201.74 (−15.44%) with the best set.',
    'Free cash of ₹5.00 does not carry one share, which takes ₹10.00.',
    'Basket opened. 5 orders for ₹1,00,000.00.',
    'Basket rebalanced. One order.',
    'Nobody knows whether the order to buy 61 NIFTY reached the broker. The market is closed.',
    'The order to sell 65 NIFTY waits. The market is closed.',

    'Fee of NIFTY',
    'Copy of NIFTY',
    'The 10 instruments, bought and held',
  ])('leaves no English in "%s"', (english) => {
    expect(inHindi(english).replaceAll('NIFTY', '')).not.toMatch(/[A-Za-z]/);
  });
});
