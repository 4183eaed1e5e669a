/**
 * Names of fields in this program, and their spelling on the wire. This is the one place that knows them. The table is
 * read in both directions where a call leaves and enters (`wire-mapping.ts`). A name stands in it once, and no name of
 * the program is one of the wire with another meaning; `tests/contract/wire-names.test.ts` holds that.
 */
export const WIRE_NAMES = {
  strategyId: 'TricksId',
  parentStrategyId: 'parentTricksId',
  strategyStatus: 'trickStatus',
  strategyName: 'trickName',
  strategy: 'trick',
  strategies: 'tricks',
  byStrategy: 'byTrick',
  portfolio: 'portfolioTrcikList',
  authorId: 'trickerId',
  /** Of a strategy; baskets and messages have an `author`, and spell it so. */
  strategyAuthor: 'tricker',
  authorDetails: 'trick_details',
  /** A page of strategies, or of the people of a team. */
  rows: 'trick_list',
  categoryId: 'notication_category_id',
  search: 'Search',
  /** 1 reads the TEST history, anything else the live one: the specification's flag says the opposite of its name. */
  isTest: 'is_live',
} as const;

/** Values of a path that are spelt otherwise on the wire: what `/userapi/{url}` does with a strategy. */
export const WIRE_URLS = {
  follow: 'followtrick',
  unfollow: 'unfollowtrick',
  clone: 'clonetrick',
  add: 'addtrick',
  update: 'updatetrick',
  remove: 'removetrick',
} as const;

/** Events of the stream whose type is spelt otherwise on the wire. */
export const WIRE_EVENTS = { strategy: 'trick' } as const;
