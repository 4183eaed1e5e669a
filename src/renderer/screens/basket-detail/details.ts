import { api } from '../../api/api.ts';
import { myBaskets } from '../../state/my-baskets.ts';
import { createPaneResource } from '../../state/resource.ts';
import { searchField, urlSearch } from '../../state/url-search.ts';

/** Which of two is shown: a basket may be held in each mode. */
export const basketSearch = urlSearch({ mode: searchField.oneOf(['test', 'live'], 'test') });

/** Everything about one basket. */
export const basketDetails = createPaneResource(api.baskets.details);

/** Asks again for what an order or a setting changes. */
export const reloadBasket = (): void => {
  void basketDetails.reload();
  void myBaskets.reload();
};
