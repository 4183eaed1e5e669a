import { PuzzlePieceRegular } from '@fluentui/react-icons';
import { useEffect } from 'react';
import { RuleDocumentSchema, type RuleDocument } from '../../../shared/rule-document.ts';
import { formatRupees } from '../../../shared/money.ts';
import { api } from '../../api/api.ts';
import { t } from '../../i18n/translate.ts';
import { createPaneResource } from '../../state/resource.ts';
import { ruleDrafts } from '../../state/rule-drafts.ts';
import { session } from '../../state/session.ts';
import { useUrlSearch } from '../../state/url-search.ts';
import { Content } from '../../ui/content.tsx';
import { EmptyPanel } from '../../ui/panels.tsx';
import { Screen } from '../../ui/screen.tsx';
import { BlockSkeleton } from '../../ui/skeletons.tsx';
import { Builder } from './builder.tsx';
import type { BuilderStart } from './builder-start.ts';
import { builderSearch } from './builder-search.ts';
import { KindTabs } from './kind-tabs.tsx';
import { LegBuilder, type LegBuilderStart } from './legs/leg-builder.tsx';
import { newDocument } from '../../features/rules/starters.ts';

const DEFAULT_CAPITAL = 1_00_000_00;

const details = createPaneResource(api.strategies.details);

const freshStart = (symbol = ''): BuilderStart => ({
  draftId: crypto.randomUUID(),
  strategyId: null,
  name: '',
  capital: formatRupees(DEFAULT_CAPITAL),
  document: symbol === '' ? newDocument() : { ...newDocument(), instruments: [symbol] },
  typedNames: [],
  namedShares: null,
  isProposal: true,
});

/** A document that was kept may miss what newer versions added; what it has stays as it was typed. */
const completed = (document: unknown): RuleDocument => {
  const parsed = RuleDocumentSchema.safeParse(document);
  return parsed.success ? parsed.data : { ...newDocument(), ...(document as Partial<RuleDocument>) };
};

/** Start of the builder: a draft, a strategy, a copy of one, or something new. Null while it is looked up. */
const useStart = (): { start: BuilderStart | null; legs?: LegBuilderStart; isUnreadable: boolean } => {
  const [{ strategy, copy, draft, symbol }] = useUrlSearch(builderSearch);
  const { user } = session.use();
  const kept = ruleDrafts.useOf(user?.id ?? 0).find(({ id }) => id === draft);
  const here = details.useHere();
  const { value } = here.use();
  const strategyId = strategy ?? copy;
  useEffect(() => {
    if (strategyId !== null) void here.load({ strategyId });
  }, [here, strategyId]);
  if (kept)
    return {
      start: {
        draftId: kept.id,
        strategyId: kept.strategyId,
        name: kept.name,
        capital: kept.capital,
        document: completed(kept.document),
        typedNames: kept.typedNames ?? [],
        namedShares: kept.namedShares ?? null,
        isProposal: false,
      },
      isUnreadable: false,
    };
  if (strategyId === null) return { start: freshStart(symbol), isUnreadable: false };
  if (value?.strategy.strategyId !== strategyId) return { start: null, isUnreadable: false };
  const { document, legs } = value.rules;
  const what = {
    strategyId: strategy,
    name: strategy === null ? t('{{name}} (copy)', { name: value.strategy.name }) : value.strategy.name,
    capital: formatRupees(value.settings.capital),
  };
  if (legs) return { start: null, legs: { ...what, document: legs }, isUnreadable: false };
  if (!document) return { start: null, isUnreadable: true };
  return {
    start: {
      ...freshStart(),
      ...what,
      document,
      isProposal: false,
    },
    isUnreadable: false,
  };
};

/** Writes the rules of a strategy without code. */
export const BuilderScreen = () => {
  const [{ strategy, copy, draft, symbol }] = useUrlSearch(builderSearch);
  const { start, legs, isUnreadable } = useStart();
  const { isLoading, failure, loadedAt } = details.use();
  const isLookedUp = strategy !== null || copy !== null;
  return (
    <Screen title={strategy === null ? t('New strategy') : t('Change rules')}>
      {!isLookedUp && draft === '' && <KindTabs kind="/builder" />}
      {isUnreadable ? (
        <EmptyPanel
          icon={<PuzzlePieceRegular fontSize={32} />}
          sentence={t('The rules of this strategy are shown once the fee of its author is paid.')}
        />
      ) : (
        <Content
          isLoading={isLookedUp && isLoading}
          hasContent={start !== null || legs !== undefined}
          failure={isLookedUp ? failure : null}
          loadedAt={isLookedUp ? loadedAt : null}
          onRetry={() => void details.reload()}
          skeleton={<BlockSkeleton height={420} />}
          empty={{ icon: <PuzzlePieceRegular fontSize={32} />, sentence: t('There is no such strategy.') }}
        >
          {start && <Builder key={`${strategy} ${copy} ${draft} ${symbol}`} start={start} />}
          {legs && <LegBuilder key={`${strategy} ${copy}`} draftKey={`${strategy} ${copy}`} start={legs} />}
        </Content>
      )}
    </Screen>
  );
};
