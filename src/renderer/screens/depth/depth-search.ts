import { searchField, urlSearch } from '../../state/url-search.ts';

export const depthSearch = urlSearch({
  /** Instrument in view; none at first. */
  symbol: searchField.text(),
  /** Market whose orders are shown; chosen by what is connected where it is left out. */
  source: searchField.oneOf(['', 'simulated', 'replay', 'broker'], ''),
  view: searchField.oneOf<'depth' | 'ladder'>(['depth', 'ladder'], 'depth'),
  levels: searchField.oneOf<'5' | '20'>(['5', '20'], '20'),
});
