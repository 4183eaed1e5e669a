import type { Mode } from '../../shared/contract/fields.ts';
import { Refusal } from '../refusal.ts';

/** Whether baskets trade in a mode. @throws Refusal `refused` where they do not. */
export const requireBasketMode = (mode: Mode): void => {
  if (mode === 'live')
    throw new Refusal('refused', 'Baskets trade in test only for now: open it in test, no money is needed.', {
      fields: { mode: 'must be test' },
    });
};
