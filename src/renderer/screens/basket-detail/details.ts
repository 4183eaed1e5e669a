import { api } from '../../api/api.ts';
import { myBaskets } from '../../state/my-baskets.ts';
import { createResource } from '../../state/resource.ts';

/** Everything about one basket. */
export const basketDetails = createResource(api.baskets.details);

/** Asks again for what an order or a setting changes. */
export const reloadBasket = (): void => {
  void basketDetails.reload();
  void myBaskets.reload();
};
