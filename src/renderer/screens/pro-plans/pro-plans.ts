import { api } from '../../api/api.ts';
import { createResource } from '../../state/resource.ts';
import { searchField, urlSearch } from '../../state/url-search.ts';
import { myWallet } from '../../state/wallet.ts';

export const proPlans = createResource(() => api.advisors.plans());
/** The questions, with what was answered and kept so far. */
export const questionnaire = createResource(() => api.advisors.draft({}));

export const proPlansSearch = urlSearch({
  show: searchField.oneOf(['plans', 'questions'], 'plans'),
  /** The plan somebody had in mind when they went to the questions. */
  plan: searchField.text(),
});

/** Asks for everything that an activation changes. */
export const reloadProPlans = (): void => {
  void proPlans.reload();
  void myWallet.reload();
};
