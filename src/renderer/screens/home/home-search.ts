import { searchField, urlSearch } from '../../state/url-search.ts';

/** Address of Home. */
export const homeSearch = urlSearch({ page: searchField.page(), search: searchField.text() });
