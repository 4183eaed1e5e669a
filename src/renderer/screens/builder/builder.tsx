import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useCallback, useMemo, useState } from 'react';
import { parseRuleDocument } from '../../../engine/rules/parse.ts';
import { parseRupees } from '../../../shared/money.ts';
import type { RuleDocument } from '../../../shared/rule-document.ts';
import { t } from '../../i18n/translate.ts';
import { useLastKnown } from '../../state/use-last-known.ts';
import { useKeptFocus } from '../../ui/use-kept-focus.ts';
import type { BuilderStart } from './builder-start.ts';
import { ConditionSections } from './condition-sections.tsx';
import { DraftContext, pathText, withValue, type Path } from '../../features/rules/draft-context.tsx';
import { InstrumentsSection } from './instruments-section.tsx';
import { useKeepOnLeave } from './keep-on-leave.ts';
import { PreviewPanel } from './preview-panel.tsx';
import { ReadingPanel } from './reading-panel.tsx';
import { type TypedNames, withTypedNames } from './rename-variable.ts';
import { RiskSection } from './risk-section.tsx';
import { SaveBar } from './save-bar.tsx';
import { SessionSection } from './session-section.tsx';
import { SizeSection } from './size-section.tsx';
import { VariablesSection } from './variables-section.tsx';
import { NARROW_PAGE } from '../../ui/page-width.ts';

const DEFAULT_CAPITAL = 1_00_000_00;

const useStyles = makeStyles({
  columns: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 460px)',
    alignItems: 'start',
    gap: tokens.spacingHorizontalL,
    [NARROW_PAGE]: { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  column: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalL, minWidth: 0 },
  // What the rules say and do stays in view while they are written.
  beside: {
    position: 'sticky',
    top: '76px',
    maxHeight: 'calc(100vh - 140px)',
    overflowY: 'auto',
    [NARROW_PAGE]: { position: 'static', maxHeight: 'none' },
  },
});

/** Problems of names that are typed, by path. */
const problemsOf = (refused: TypedNames): Record<string, string> =>
  Object.fromEntries(
    refused.flatMap((name, at) =>
      name === null ? [] : [[pathText(['variables', at, 'name']), t('Another variable has this name.')]],
    ),
  );

/** The editor: rules at the left, what they say and do at the right. */
export const Builder = (props: { start: BuilderStart }) => {
  const styles = useStyles();
  // What it began with stays the same while the strategy behind it is loaded again.
  const [start] = useState(props.start);
  const [document, setDocument] = useState(start.document);
  const [typedNames, setTypedNames] = useState(start.typedNames);
  const [namedShares, setNamedShares] = useState(start.namedShares);
  const [name, setName] = useState(start.name);
  const [capital, setCapital] = useState(start.capital);
  const set = useCallback(
    (path: Path, value: unknown) => setDocument((before) => withValue(before, path, value) as RuleDocument),
    [],
  );
  const focus = useKeptFocus();
  const keep = useKeepOnLeave({ start, name, capital, document, typedNames, namedShares });
  const { good, problems } = useMemo(() => {
    const named = withTypedNames(document, typedNames);
    const parsed = parseRuleDocument(named.document);
    const found = { ...(parsed.ok ? {} : parsed.failure.fields), ...problemsOf(named.refused) };
    const isGood = parsed.ok && Object.keys(found).length === 0;
    return { good: isGood ? parsed.value : null, problems: found };
  }, [document, typedNames]);
  const lastGood = useLastKnown(good);
  const draft = useMemo(() => ({ document, set, problems }), [document, set, problems]);
  return (
    <DraftContext value={draft}>
      <div className={styles.column} {...focus}>
        <SaveBar
          start={start}
          name={name}
          onName={setName}
          capital={capital}
          onCapital={setCapital}
          parsed={good}
          onKeep={keep.now}
          onSaved={keep.forget}
          onImport={(imported, importedName) => {
            setDocument(imported);
            setTypedNames([]);
            setNamedShares(null);
            if (importedName) setName(importedName);
          }}
        />
        <div className={styles.columns}>
          <div className={styles.column}>
            <InstrumentsSection
              isProposed={start.isProposal && document.instruments === start.document.instruments}
              namedShares={namedShares}
              onNamedShares={setNamedShares}
            />
            <VariablesSection typedNames={typedNames} onTypedNames={setTypedNames} />
            <ConditionSections document={document} />
            <RiskSection />
            <SizeSection />
            <SessionSection />
          </div>
          <div className={mergeClasses(styles.column, styles.beside)}>
            <ReadingPanel parsed={good} />
            {lastGood && (
              <PreviewPanel document={lastGood} capital={parseRupees(capital) ?? DEFAULT_CAPITAL} />
            )}
          </div>
        </div>
      </div>
    </DraftContext>
  );
};
