import { useEffect, useRef } from 'react';
import type { RuleDocument } from '../../../shared/rule-document.ts';
import { ruleDrafts } from '../../state/rule-drafts.ts';
import { t } from '../../i18n/translate.ts';
import { session } from '../../state/session.ts';
import { settings } from '../../state/settings.ts';
import { useUrlSearch } from '../../state/url-search.ts';
import { notify } from '../../ui/toasts.tsx';
import { builderSearch } from './builder-search.ts';
import type { BuilderStart } from './builder-start.ts';
import { type TypedNames, withTypedNames } from './rename-variable.ts';

interface Edited {
  readonly start: BuilderStart;
  readonly name: string;
  readonly capital: string;
  readonly document: RuleDocument;
  readonly typedNames: TypedNames;
  readonly namedShares: readonly string[] | null;
}

const isChanged = ({ start, name, capital, document, typedNames }: Edited): boolean =>
  document !== start.document ||
  name !== start.name ||
  capital !== start.capital ||
  typedNames.some((typed, at) => typed !== (start.typedNames[at] ?? null));

const saveDraft = ({ start, name, capital, document, typedNames, namedShares }: Edited): void => {
  const named = withTypedNames(document, typedNames);
  const isKept = ruleDrafts.save({
    id: start.draftId,
    ownerId: session.get().user?.id ?? 0,
    name,
    capital,
    strategyId: start.strategyId,
    document: named.document,
    typedNames: named.refused,
    namedShares,
    savedAt: Date.now(),
  });
  if (!isKept)
    notify({
      tone: 'failure',
      message: t(
        'This computer has no room left for drafts of rules. This one stays until TrickDesk is closed: save it as a strategy, or remove drawings that you do not need.',
      ),
    });
};

/**
 * React hook: what was changed and not saved becomes a draft when the builder is left. In another language the window
 * is painted anew, and goes on with the draft. `now` keeps it at once; `forget` says that it has become a strategy, whose
 * draft is not needed any more.
 */
export const useKeepOnLeave = (edited: Edited) => {
  const latest = useRef(edited);
  const isSaved = useRef(false);
  const [, setSearch] = useUrlSearch(builderSearch);
  useEffect(() => {
    latest.current = edited;
  });
  useEffect(
    () =>
      settings.beforeLanguage(() => {
        if (isSaved.current || !isChanged(latest.current)) return;
        saveDraft(latest.current);
        setSearch({ draft: latest.current.start.draftId }, { replace: true });
      }),
    [setSearch],
  );
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
