import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { pricesOn } from '../../src/backend/billing/price-list.ts';
import { ROUTE_LIST } from '../../src/renderer/app/route-list.ts';
import { MOST_FEE } from '../../src/shared/author-fee.ts';
import type { PlanKind } from '../../src/shared/contract/subscription.ts';
import { formatRupees } from '../../src/shared/money.ts';
import { pageOf, readPage } from './page.ts';
import { phraseFinder, wordsOfTheBackend, wordsOnTheScreen } from './program-text.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const GUIDE = join(ROOT, 'docs/guide');

const markdownIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name));
const guide = markdownIn(GUIDE);
const documents = [
  join(ROOT, 'README.md'),
  ...['docs', 'docs/decisions'].flatMap((name) => markdownIn(join(ROOT, name))),
];
/** Paise as whole rupees, as the guide writes prices: `₹1,299`. */
const wholeRupees = (paise: number): string => formatRupees(paise).replace(/\.00$/, '');
const isInside = (target: string): boolean => !/^[a-z]+:/.test(target);

/** Problems in pages: `page: what`. */
const problemsIn = (paths: readonly string[], problemsOf: (path: string) => readonly string[]): string[] =>
  paths.flatMap((path) => problemsOf(path).map((problem) => `${relative(ROOT, path)}: ${problem}`));

describe('taking a page apart', () => {
  it('finds phrases, code, links and headings, and leaves blocks of code alone', () => {
    const page = pageOf(
      '# One: two!\n\n**Stop all\nlive…** and _no_ `npm run x_y_z`, [a](b.md#c).\n\n```\n**not** this\n```\n',
    );
    expect(page).toEqual({
      bold: ['Stop all live…'],
      italic: ['no'],
      code: ['npm run x_y_z'],
      targets: ['b.md#c'],
      anchors: new Set(['one-two']),
    });
  });

  it('knows a phrase from one that nobody says', () => {
    const isSaid = phraseFinder(['Stop all live…', '{{name}} is yours.', 'Type <b>{{name}}</b> to confirm']);
    expect(
      ['Stop all live', 'It is yours.', 'Type x to confirm', 'to confirm', 'Stop', 'all of it'].map(isSaid),
    ).toEqual([true, true, true, true, false, false]);
  });
});

describe('the guide', () => {
  it('names each of its pages in its index', () => {
    const named = new Set(readPage(join(GUIDE, 'README.md')).targets.map((target) => target.split('#')[0]));
    const pages = readdirSync(GUIDE).filter((name) => name !== 'README.md');
    expect(pages.length).toBeGreaterThan(15);
    expect(pages.filter((name) => !named.has(name))).toEqual([]);
  });

  it('calls everything by the name that the program shows', () => {
    const isSaid = phraseFinder(wordsOnTheScreen());
    expect(problemsIn(guide, (path) => readPage(path).bold.filter((phrase) => !isSaid(phrase)))).toEqual([]);
  });

  it('quotes only what the backend answers', () => {
    const isSaid = phraseFinder(wordsOfTheBackend());
    const quotes = (path: string) => readPage(path).italic.filter((phrase) => /\s/.test(phrase));
    expect(guide.flatMap(quotes).length).toBeGreaterThan(20);
    expect(problemsIn(guide, (path) => quotes(path).filter((phrase) => !isSaid(phrase)))).toEqual([]);
  });

  it('has the prices of the price list', () => {
    const { activation, plans, topUps, freePlan } = pricesOn(Date.now());
    const row = (what: string) =>
      readFileSync(join(GUIDE, 'wallet.md'), 'utf8')
        .split('\n')
        .find((line) => line.startsWith('|') && line.includes(what)) ?? '';
    const amounts = (what: string) => [...row(what).matchAll(/₹[\d,]*\d/g)].map(([text]) => text);
    const pricesOf = (kind: PlanKind) =>
      plans.filter((plan) => plan.kind === kind).map(({ price }) => wholeRupees(price));
    expect(amounts('Activate account')).toEqual([wholeRupees(activation)]);
    expect(amounts('Trade activation')).toEqual(pricesOf('trade'));
    expect(amounts('Backtest plans')).toEqual(pricesOf('backtest'));
    expect(amounts('Pro plans')).toEqual(pricesOf('advisor'));
    expect(amounts('**Fee**')).toEqual([wholeRupees(MOST_FEE)]);
    expect(amounts('Credit')).toEqual([wholeRupees(Math.min(...topUps.map(({ price }) => price)))]);
    expect(readFileSync(join(GUIDE, 'wallet.md'), 'utf8')).toContain(
      `${freePlan.runsPerMonth} backtests a month`,
    );
  });

  it('names every page of the window', () => {
    const named = new Set(guide.flatMap((path) => readPage(path).bold));
    expect(ROUTE_LIST.map(({ title }) => title).filter((title) => !named.has(title))).toEqual([]);
  });
});

describe('every document', () => {
  const pages = [...documents, ...guide];

  it('names files and folders that are there', () => {
    const there = ['src', 'resources', 'tests', 'scripts', 'docs', 'build'].flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map(
        (path) => `${folder}/${path}`,
      ),
    );
    const places = [...there, ...readdirSync(ROOT)].map((path) => `/${path.replaceAll('\\', '/')}/`);
    const isThere = (name: string): boolean =>
      places.some((place) => place.includes(`/${name.replace(/\/$/, '')}/`));
    // Decisions tell of their day, and the page on brokers makes the files that it names.
    const living = pages.filter((path) => !/decisions|BROKERS/.test(path));
    const named = (path: string) =>
      readPage(path).code.filter((text) =>
        /^[\w.-]+(?:\/[\w.-]+)*\.(?:c?ts|tsx|c?m?js|json|md)$|^(?:src|tests|scripts|docs|build)\/[\w./-]+$/.test(
          text,
        ),
      );
    expect(living.flatMap(named).length).toBeGreaterThan(50);
    expect(problemsIn(living, (path) => named(path).filter((name) => !isThere(name)))).toEqual([]);
  });

  it('says of each folder of the desktop what it is for', () => {
    const page = readFileSync(join(ROOT, 'docs/ARCHITECTURE.md'), 'utf8');
    const part = page.slice(page.indexOf('## The desktop'), page.indexOf('## From a candle'));
    const named = [...part.matchAll(/(?:^- |\. )`([a-z-]+)`:/gm)].map(([, name]) => name);
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((name) => !existsSync(join(ROOT, 'src/main', name ?? '')))).toEqual([]);
  });

  it('links to what is there', () => {
    const isBroken = (path: string, target: string): boolean => {
      const [file = '', anchor] = target.split('#');
      const at = file === '' ? path : resolve(dirname(path), file);
      if (!existsSync(at)) return true;
      return anchor !== undefined && !(statSync(at).isFile() && readPage(at).anchors.has(anchor));
    };
    expect(
      problemsIn(pages, (path) =>
        readPage(path).targets.filter((target) => isInside(target) && isBroken(path, target)),
      ),
    ).toEqual([]);
  });

  it('names only commands that there are', () => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    const commandsOf = (text: string) =>
      [...text.matchAll(/\bnpm (?:run ([\w:]+)|(start|test))\b/g)].map(
        ([, run, short]) => run ?? short ?? '',
      );
    const named = (path: string) => commandsOf(readFileSync(path, 'utf8'));
    expect(named(join(ROOT, 'README.md')).length).toBeGreaterThan(8);
    expect(problemsIn(pages, (path) => named(path).filter((name) => !(name in scripts)))).toEqual([]);
  });
});
