import { api } from '../../api/api.ts';
import { createPaneResource, createResource } from '../../state/resource.ts';

/** Tags and mistakes of the person. */
export const journalLabels = createResource(() => api.journal.labels(), { isQuiet: true });

/** Largest loss and profit of a trade while it was open. */
export const excursion = createPaneResource((input: { tradeId: number }) => api.journal.excursion(input), {
  isQuiet: true,
});

/** The kept picture of a trade. */
export const picture = createPaneResource((input: { tradeId: number }) => api.journal.picture(input), {
  isQuiet: true,
});
