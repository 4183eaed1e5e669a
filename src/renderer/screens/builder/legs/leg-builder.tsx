import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { Add16Regular } from '@fluentui/react-icons';
import { useCallback, useMemo, useState } from 'react';
import { describeLegs } from '../../../../engine/legs/leg-sentences.ts';
import { parseLegDocument } from '../../../../engine/rules/parse.ts';
import { LEG_LIMITS, type LegDocument } from '../../../../shared/leg-document.ts';
import { t, windowLanguage } from '../../../i18n/translate.ts';
import { type LegDraft, legDrafts } from '../../../state/leg-drafts.ts';
import { useLastKnown } from '../../../state/use-last-known.ts';
import { useKeptFocus } from '../../../ui/use-kept-focus.ts';
import { SectionCard } from '../../../ui/section-card.tsx';
import { DraftContext, type Path, withValue } from '../../../features/rules/draft-context.tsx';
import { useSaveStrategy } from '../save-strategy.tsx';
import { WordsCard } from '../words-card.tsx';
import { LegEditor } from './leg-editor.tsx';
import { newLeg } from './leg-starters.ts';
import { PayoffSection } from './payoff-section.tsx';
import { QuickSection } from './quick-section.tsx';
import { TestSection } from './test-section.tsx';
import { TogetherSection } from './together-section.tsx';
import { NARROW_PAGE } from '../../../ui/page-width.ts';

const useStyles = makeStyles({
  columns: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 480px)',
    alignItems: 'start',
    gap: tokens.spacingHorizontalL,
    [NARROW_PAGE]: { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  column: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalL, minWidth: 0 },
  line: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: tokens.spacingHorizontalM,
    alignItems: 'flex-end',
    '& > :first-child': { flexGrow: 1, minWidth: '220px' },
  },
});

/** Start of the builder of legs. */
export interface LegBuilderStart extends LegDraft {
  /** The strategy that is changed; null for a new one. */
  readonly strategyId: number | null;
}

interface SaveSectionProps {
  readonly strategyId: number | null;
  readonly draft: LegDraft;
  readonly onChange: (change: Partial<LegDraft>) => void;
  readonly parsed: LegDocument | null;
  readonly onSaved: () => void;
  /** Null where nothing has been changed. */
  readonly onAfresh: (() => void) | null;
}

const SaveSection = ({ strategyId, draft, onChange, parsed, onSaved, onAfresh }: SaveSectionProps) => {
  const styles = useStyles();
  const save = useSaveStrategy({
    strategyId,
    name: draft.name,
    onName: (name) => onChange({ name }),
    capital: draft.capital,
    onCapital: (capital) => onChange({ capital }),
    parsed,
    onSaved,
  });
  return (
    <SectionCard
      title={strategyId === null ? t('New option strategy') : t('Legs of your strategy')}
      aside={
        onAfresh && (
          <Button size="small" onClick={onAfresh}>
            {t('Begin afresh')}
          </Button>
        )
      }
    >
      <div className={styles.line}>{save.fields}</div>
      {save.failure}
    </SectionCard>
  );
};

const sentencesOf = (document: LegDocument) =>
  describeLegs(document, windowLanguage()).map(({ label, text }) => ({
    key: label,
    text: (
      <>
        <strong>{label}: </strong>
        {text}
      </>
    ),
  }));

interface LegBuilderProps {
  readonly start: LegBuilderStart;
  /** Name of the beginning, under which its draft is kept. */
  readonly draftKey: string;
}

const Editor = ({ start, draftKey, onAfresh }: LegBuilderProps & { onAfresh: () => void }) => {
  const styles = useStyles();
  const kept = legDrafts.useOf(draftKey);
  const draft = kept ?? start;
  const change = useCallback(
    (changes: (before: LegDraft) => Partial<LegDraft>) => {
      const { name, capital, document } = legDrafts.get(draftKey) ?? start;
      legDrafts.keep(draftKey, { name, capital, document, ...changes({ name, capital, document }) });
    },
    [draftKey, start],
  );
  const set = useCallback(
    (path: Path, value: unknown) =>
      change(({ document }) => ({ document: withValue(document, path, value) as LegDocument })),
    [change],
  );
  const { document } = draft;
  const parsed = useMemo(() => parseLegDocument(document), [document]);
  const good = parsed.ok ? parsed.value : null;
  const lastGood = useLastKnown(good ?? undefined);
  const problems = parsed.ok ? {} : (parsed.failure.fields ?? {});
  const { legs } = document;
  const focus = useKeptFocus();
  return (
    <DraftContext value={{ document, set, problems }}>
      <div className={styles.column} {...focus}>
        <SaveSection
          strategyId={start.strategyId}
          draft={draft}
          onChange={(changes) => change(() => changes)}
          parsed={good}
          onSaved={() => legDrafts.forget(draftKey)}
          onAfresh={kept && onAfresh}
        />
        <div className={styles.columns}>
          <div className={styles.column}>
            <QuickSection />
            <SectionCard title={t('Legs')}>
              {legs.map((_, index) => (
                <LegEditor
                  key={index}
                  index={index}
                  onRemove={
                    legs.length > 1
                      ? () =>
                          set(
                            ['legs'],
                            legs.filter((__, at) => at !== index),
                          )
                      : null
                  }
                />
              ))}
              {legs.length < LEG_LIMITS.legs && (
                <div>
                  <Button
                    size="small"
                    icon={<Add16Regular />}
                    onClick={() => set(['legs'], [...legs, newLeg()])}
                  >
                    {t('Add a leg')}
                  </Button>
                </div>
              )}
            </SectionCard>
            <TogetherSection />
          </div>
          <div className={styles.column}>
            <WordsCard sentences={lastGood ? sentencesOf(lastGood) : []} problems={good ? null : problems} />
            <PayoffSection parsed={good} />
          </div>
        </div>
        <TestSection parsed={good} />
      </div>
    </DraftContext>
  );
};

/** The editor of legs: a ready-made structure, its legs, and what they say. */
export const LegBuilder = ({ start: given, draftKey }: LegBuilderProps) => {
  // What it began with stays the same while the strategy behind it is loaded again.
  const [start] = useState(given);
  const [times, setTimes] = useState(0);
  return (
    <Editor
      key={times}
      start={start}
      draftKey={draftKey}
      onAfresh={() => {
        legDrafts.forget(draftKey);
        // Fields that hold what was typed are made anew.
        setTimes(times + 1);
      }}
    />
  );
};
