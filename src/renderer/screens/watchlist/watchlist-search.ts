import { searchField, urlSearch } from '../../state/url-search.ts';

export const watchlistSearch = urlSearch({
  /** The list in view; the first one where it is left out. */
  list: searchField.id(),
  /** Market whose prices are shown; chosen by what is connected where it is left out. */
  source: searchField.oneOf(['', 'simulated', 'replay', 'broker'], ''),
});
