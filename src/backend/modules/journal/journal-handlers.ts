import { excursionOfTrade } from './excursion.ts';
import type { JournalCalls, JournalDeps } from './journal-deps.ts';
import { addLabel, listLabels, removeLabel } from './labels.ts';
import { costOfMistakes } from './mistakes.ts';
import { keepPicture, readPicture } from './pictures.ts';
import { saveEntry } from './save-entry.ts';

/** Notes, tags, mistakes and pictures of trades, and what trades went through. */
export const journalHandlers = (deps: JournalDeps): JournalCalls => ({
  labels: listLabels(deps),
  addLabel: addLabel(deps),
  removeLabel: removeLabel(deps),
  save: saveEntry(deps),
  picture: readPicture(deps),
  keepPicture: keepPicture(deps),
  excursion: excursionOfTrade(deps),
  mistakes: costOfMistakes(deps),
});
