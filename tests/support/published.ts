import type { RuleDocumentInput } from '../../src/shared/rule-document.ts';
import type { OutputOf } from '../../src/shared/contract/endpoint.ts';
import type { authors } from '../../src/shared/contract/authors.ts';
import { RSI_RULES } from './rule-samples.ts';
import type { TestUser } from './test-backend.ts';
import { until } from './until.ts';

export type Publication = OutputOf<typeof authors.publish>;

const close = { kind: 'price', field: 'close' } as const;

/** Longer averages are crossed too seldom in some years: what is gained would not be worth its charges in a review. */
const AVERAGES = 20;
const SHORTEST = 5;

/**
 * Rules over daily candles that cross an average: traded often, held for days, and so cheap. Those of two numbers below a
 * thousand are never the same.
 */
export const crossingRules = (number: number): RuleDocumentInput => {
  const period = SHORTEST + (number % AVERAGES);
  const average = { kind: 'indicator', indicator: { name: 'sma', period } } as const;
  return {
    ...RSI_RULES,
    timeframe: '1d',
    product: 'delivery',
    instruments: ['RELIANCE', 'ITC', 'SBIN', 'TCS', 'INFY', 'HDFCBANK', 'LT', 'MARUTI'],
    entry: { kind: 'compare', left: close, operator: 'crosses-above', right: average },
    exit: { kind: 'compare', left: close, operator: 'crosses-below', right: average },
    stopLoss: { kind: 'percent', value: 10 + number / 100 },
    size: { kind: 'capital-percent', percent: 10 },
  };
};

/** Rules that never enter: no record, and nothing to publish. */
export const silentRules = (): RuleDocumentInput => ({
  ...crossingRules(10),
  entry: {
    kind: 'compare',
    left: close,
    operator: '>',
    right: { kind: 'constant', value: 9_00_000, unit: 'rupees' },
  },
});

export const SUMMARY = 'Buys what climbs above its average, and leaves below it.';

/** Adds a strategy of somebody's own, ₹10,00,000. */
export const addOwn = async (
  user: TestUser,
  name: string,
  document: RuleDocumentInput = crossingRules(10),
): Promise<number> => {
  const added = await user.call('strategies.add', { url: 'add', name, document, capital: 10_00_000_00 });
  return added.strategyId ?? 0;
};

/** A publication of an author's once its review has ended. */
export const reviewed = async (user: TestUser, publicationId: number): Promise<Publication> => {
  let found: Publication | undefined;
  await until('the review', async () => {
    const { publications } = await user.call('authors.mine');
    found = publications.find((one) => one.publicationId === publicationId);
    return found !== undefined && found.state !== 'in-review' && found.state !== 'updating';
  });
  return found as Publication;
};

/** Publish a user's new strategy, and wait until it is on offer. */
export const publishNew = async (
  user: TestUser,
  name: string,
  document: RuleDocumentInput = crossingRules(10),
): Promise<Publication> => {
  const strategyId = await addOwn(user, name, document);
  const { publicationId } = await user.call('authors.publish', { strategyId, summary: SUMMARY });
  return reviewed(user, publicationId);
};

/** Data on which calls about publications can be tried. */
export interface PublishedSample {
  /** A strategy of the user's own that is not published. */
  readonly freeId: number;
  /** Two publications of theirs that are on offer; what the first was published from has other rules since. */
  readonly first: Publication;
  readonly second: Publication;
  /** The user's copy of another author's first version. `nextId` is the version that is on offer now. */
  readonly copyId: number;
  readonly nextId: number;
  /** A publication of somebody else of which the user has nothing. */
  readonly other: Publication;
}

/** Publish as a user and as another author. The user holds an older version of the other's. */
export const addPublishedSample = async (user: TestUser, other: TestUser): Promise<PublishedSample> => {
  const freeId = await addOwn(user, 'To be published', crossingRules(61));
  const first = await publishNew(user, 'Published first', crossingRules(62));
  await user.call('strategies.add', {
    url: 'update',
    strategyId: first.draftId,
    document: crossingRules(67),
  });
  const second = await publishNew(user, 'Published second', crossingRules(63));
  const theirs = await publishNew(other, 'Published by another', crossingRules(64));
  const strategyId = theirs.versions[0]?.strategyId ?? 0;
  const { strategyId: copyId } = await user.call('strategies.clone', { strategyId });
  const next = await publishNext(other, theirs, crossingRules(65));
  const unheld = await publishNew(other, 'Published for others', crossingRules(66));
  return { freeId, first, second, copyId, nextId: next.versions[0]?.versionId ?? 0, other: unheld };
};

/** Publishes other rules as the next version. */
export const publishNext = async (
  user: TestUser,
  { publicationId, draftId }: Publication,
  document: RuleDocumentInput,
): Promise<Publication> => {
  await user.call('strategies.add', { url: 'update', strategyId: draftId, document });
  await user.call('authors.newVersion', {
    publicationId,
    strategyId: draftId,
    note: 'A slower average against false starts.',
  });
  return reviewed(user, publicationId);
};
