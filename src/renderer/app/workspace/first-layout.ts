import type { Layout, PaneSpec } from './layout.ts';

const pane = (route: string, link: PaneSpec['link'] = null): PaneSpec => ({ route, link });
const tabs = (...panes: PaneSpec[]) => ({ tabs: panes, front: 0 });

/** Layout of somebody who has none yet. */
export const FIRST_LAYOUT: Layout = {
  root: {
    split: 'row',
    shares: [3, 2],
    parts: [
      {
        split: 'column',
        shares: [3, 2],
        parts: [
          tabs(pane('/chart/NIFTY', 'blue')),
          tabs(pane('/open-positions'), pane('/order-history'), pane('/trade-history')),
        ],
      },
      {
        split: 'column',
        shares: [3, 2],
        parts: [tabs(pane('/option-chain', 'blue')), tabs(pane('/my-strategies'))],
      },
    ],
  },
  floating: [],
};
