import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dockedOf, layoutOf } from './docked.ts';
import { isSamePlaces, panesOf, type Layout, type PaneSpec, type Part } from './layout.ts';
import { FIRST_LAYOUT } from './first-layout.ts';

/** Layout after a way to the dock and back. */
const thereAndBack = (layout: Layout): Layout => {
  const docked = dockedOf(layout, ({ route }) => route);
  return layoutOf(docked, (id) => docked.panels[id]?.params as unknown as PaneSpec);
};

const tabsOf = fc
  .array(fc.constantFrom('/home', '/logs', '/chart/TCS', '/option-chain?underlying=NIFTY'), {
    minLength: 1,
    maxLength: 4,
  })
  .chain((routes) =>
    fc
      .nat(routes.length - 1)
      .map((front) => ({ tabs: routes.map((route) => ({ route, link: null })), front })),
  );

/** Parts whose splits alternate, as the dock has them. */
const partOf = (split: 'row' | 'column', levels: number): fc.Arbitrary<Part> =>
  levels === 0
    ? tabsOf
    : fc.oneof(
        tabsOf,
        fc
          .array(
            fc.tuple(
              fc.integer({ min: 20, max: 80 }),
              partOf(split === 'row' ? 'column' : 'row', levels - 1),
            ),
            {
              minLength: 2,
              maxLength: 3,
            },
          )
          .map((members) => ({
            split,
            shares: members.map(([share]) => share),
            parts: members.map(([, part]) => part),
          })),
      );

test('a layout comes back from the dock with the same panes in the same places', () => {
  const layouts = fc.constantFrom('row' as const, 'column' as const).chain((split) => partOf(split, 3));
  fc.assert(
    fc.property(layouts, (root) => {
      const layout: Layout = { root, floating: [] };
      const back = thereAndBack(layout);
      expect(panesOf(back)).toEqual(panesOf(layout));
      expect(isSamePlaces(back, layout)).toBe(true);
    }),
  );
});

test('a split in a split of the same kind is one split', () => {
  const tabs = (route: string) => ({ tabs: [{ route, link: null }], front: 0 });
  const back = thereAndBack({
    root: {
      split: 'row',
      shares: [1, 1],
      parts: [tabs('/home'), { split: 'row', shares: [1, 1], parts: [tabs('/logs'), tabs('/wallet')] }],
    },
    floating: [],
  });
  expect(back.root).toEqual({
    split: 'row',
    shares: [600, 300, 300],
    parts: [tabs('/home'), tabs('/logs'), tabs('/wallet')],
  });
});

test('floating panes keep their place, and an empty workspace is empty', () => {
  const place = { left: 20, top: 30, width: 400, height: 300 };
  const floating = [{ tabs: [{ route: '/home', link: 'red' as const }], front: 0, place }];
  expect(thereAndBack({ ...FIRST_LAYOUT, floating }).floating).toEqual(floating);
  expect(thereAndBack({ root: null, floating: [] })).toEqual({ root: null, floating: [] });
});

test('no two panes of a window have one id', () => {
  const ids = [FIRST_LAYOUT, FIRST_LAYOUT].flatMap((layout) =>
    Object.keys(dockedOf(layout, () => '').panels),
  );
  expect(new Set(ids).size).toBe(ids.length);
});
