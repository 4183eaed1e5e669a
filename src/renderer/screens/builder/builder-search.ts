import { searchField, urlSearch } from '../../state/url-search.ts';

/** Address of the builder. */
export const builderSearch = urlSearch({
  /** One's own strategy whose rules are changed. */
  strategy: searchField.id(),
  /** A strategy whose rules a new one begins with. */
  copy: searchField.id(),
  /** A draft to go on with. */
  draft: searchField.text(),
  /** A share or an index that new rules begin with. */
  symbol: searchField.text(),
});
