import { searchField, urlSearch } from '../../state/url-search.ts';

/** What Home keeps in its address. */
export const homeSearch = urlSearch({ page: searchField.page(), search: searchField.text() });
