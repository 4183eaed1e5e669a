import { useEffect, useRef } from 'react';
import type { RuleDocument } from '../../../shared/rule-document.ts';
import { t } from '../../i18n/translate.ts';
import { ruleDrafts } from '../../state/rule-drafts.ts';
import { session } from '../../state/session.ts';
import type { BuilderStart } from './builder-start.ts';

interface Edited {
  readonly start: BuilderStart;
  readonly name: string;
  readonly capital: string;
  readonly document: RuleDocument;
}

const isChanged = ({ start, name, capital, document }: Edited): boolean =>
  document !== start.document || name !== start.name || capital !== start.capital;

const saveDraft = ({ start, name, capital, document }: Edited): void =>
  ruleDrafts.save({
    id: start.draftId,
    ownerId: session.get().user?.id ?? 0,
    name: name.trim() || t('Without a name'),
    capital,
    strategyId: start.strategyId,
    document,
    savedAt: Date.now(),
  });

/**
 * React hook: what was changed and not saved becomes a draft when the builder is left. `now` keeps it at once;
 * `forget` says that it has become a strategy, whose draft is not needed any more.
 */
export const useKeepOnLeave = (edited: Edited) => {
  const latest = useRef(edited);
  const isSaved = useRef(false);
  useEffect(() => {
    latest.current = edited;
  });
  useEffect(
    () => () => {
      if (!isSaved.current && isChanged(latest.current)) saveDraft(latest.current);
    },
    [],
  );
  return {
    now: () => saveDraft(edited),
    forget: () => {
      isSaved.current = true;
      ruleDrafts.remove(edited.start.draftId);
    },
  };
};
