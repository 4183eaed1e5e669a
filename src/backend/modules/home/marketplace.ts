import type { OutputOf } from '../../../shared/contract/endpoint.ts';
import type { home } from '../../../shared/contract/home.ts';
import type { InputOf } from '../../../shared/contract/endpoint.ts';
import { pageOffset } from '../../../shared/paging.ts';
import { lowered } from '../../db/containing.ts';
import type { KnownStrategy } from '../../trading/known-strategies.ts';
import type { PublicResult, PublicStrategies } from '../../trading/public-strategies.ts';
import { LIVE_SCOPE } from '../../trading/result-scope.ts';
import type { ResultScope } from '../../trading/results.ts';
import type { StrategyCards } from '../../trading/strategy-cards.ts';

type Wanted = Required<
  Pick<InputOf<typeof home.marketplace>, 'search' | 'sort' | 'pageNumber' | 'pageSize'>
> &
  InputOf<typeof home.marketplace>;
type Page = OutputOf<typeof home.marketplace>;

/** A strategy that is on offer. */
interface Offer {
  readonly strategy: KnownStrategy;
  readonly result: PublicResult;
  /** Texts that a search looks in, in small letters. */
  readonly texts: readonly string[];
}

const SORTS: Readonly<Record<string, (a: Offer, b: Offer) => number>> = {
  return: (a, b) => b.result.statistics.returnPercent - a.result.statistics.returnPercent,
  followers: (a, b) => b.strategy.followers - a.strategy.followers,
  newest: (a, b) => b.strategy.row.id - a.strategy.row.id,
  drawdown: (a, b) => a.result.statistics.maxDrawdownPercent - b.result.statistics.maxDrawdownPercent,
  name: (a, b) => a.strategy.row.name.localeCompare(b.strategy.row.name),
};

/** Orders that rank results: those of one level stand together, since a live return and one on paper do not compare. */
const RANKED: ReadonlySet<string> = new Set(['return', 'drawdown']);

const levelFirst = (a: Offer, b: Offer): number =>
  Number(b.strategy.row.mode === 'live') - Number(a.strategy.row.mode === 'live');

type Condition = (offer: Offer) => boolean;

/** Conditions that an offer must fulfil; nothing, most of the time. */
const conditionsOf = (
  { segment, timeframe, risk, authorId, maximumCapital, search: wanted }: Wanted,
  followed: ReadonlySet<number> | null,
): Condition[] => {
  const search = wanted.toLowerCase();
  const conditions: (Condition | false)[] = [
    segment !== undefined && (({ strategy: { row } }) => row.segment === segment),
    timeframe !== undefined && (({ strategy: { row } }) => row.timeframe === timeframe),
    risk !== undefined && (({ strategy: { row } }) => row.risk === risk),
    authorId !== undefined && (({ strategy: { row } }) => row.owner_id === authorId),
    maximumCapital !== undefined && (({ strategy: { row } }) => row.minimum_capital <= maximumCapital),
    followed !== null && (({ strategy: { row } }) => followed.has(row.id)),
    search !== '' && (({ texts }) => texts.some((text) => text.includes(search))),
  ];
  return conditions.filter((condition) => condition !== false);
};

const thatFulfil = (offers: readonly Offer[], conditions: readonly Condition[]): readonly Offer[] =>
  conditions.length === 0
    ? offers
    : offers.filter((offer) => conditions.every((condition) => condition(offer)));

/** The marketplace: what is on offer, in each order, worked out once for everybody until something of it changes. */
export class Marketplace {
  private readonly cards: StrategyCards;
  private readonly strategies: PublicStrategies;
  private readonly orders = new Map<
    string,
    { readonly version: number; readonly offers: readonly Offer[] }
  >();

  constructor(cards: StrategyCards) {
    this.cards = cards;
    this.strategies = cards.shared;
  }

  /**
   * A page of offers for a user. Test results are those of a scope at `now`, a moment of its market; live results are
   * those at `clockNow`, a moment of the clock (both epoch ms).
   */
  async page(
    wanted: Wanted,
    userId: number,
    scope: ResultScope,
    now: number,
    clockNow: number,
  ): Promise<Page> {
    const offers = await this.inOrder(wanted.sort, scope, now, clockNow);
    const followed = wanted.isFollowed ? await this.cards.followedBy(userId) : null;
    const found = thatFulfil(offers, conditionsOf(wanted, followed));
    const from = pageOffset(wanted);
    const shown = found.slice(from, from + wanted.pageSize);
    return {
      rows: await this.cards.cardsOf(
        shown.map(({ strategy, result }) => ({ ...strategy, result })),
        userId,
      ),
      pageNumber: wanted.pageNumber,
      pageSize: wanted.pageSize,
      total: found.length,
      search: wanted.search,
    };
  }

  private async inOrder(
    sort: string,
    scope: ResultScope,
    now: number,
    clockNow: number,
  ): Promise<readonly Offer[]> {
    const live = await this.strategies.resultsIn(LIVE_SCOPE, clockNow);
    const test = await this.strategies.resultsIn(scope, now);
    const strategies = await this.strategies.all();
    const { version } = this.strategies;
    const isHeld = live.isHeld && test.isHeld;
    const key = `${scope.source} ${scope.runId} ${sort}`;
    const known = this.orders.get(key);
    if (isHeld && known?.version === version) return known.offers;
    const offers: Offer[] = [];
    for (const [id, strategy] of strategies) {
      const { row } = strategy;
      const result = (row.mode === 'live' ? live : test).byId.get(id);
      if (result)
        offers.push({ strategy, result, texts: [row.name, row.authorName, row.summary].map(lowered) });
    }
    const compare = SORTS[sort];
    const byLevel = RANKED.has(sort) ? levelFirst : () => 0;
    offers.sort((a, b) => byLevel(a, b) || (compare?.(a, b) ?? 0) || a.strategy.row.id - b.strategy.row.id);
    if (isHeld) this.orders.set(key, { version, offers });
    return offers;
  }
}
