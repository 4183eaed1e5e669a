import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { Add16Regular } from '@fluentui/react-icons';
import { useCallback, useMemo, useState } from 'react';
import { describeLegs } from '../../../../engine/legs/leg-sentences.ts';
import { parseLegDocument } from '../../../../engine/rules/parse.ts';
import { LEG_LIMITS, type LegDocument } from '../../../../shared/leg-document.ts';
import { t, windowLanguage } from '../../../i18n/translate.ts';
import { useLastKnown } from '../../../state/use-last-known.ts';
import { SectionCard } from '../../../ui/section-card.tsx';
import { DraftContext, type Path, withValue } from '../draft-context.tsx';
import { useSaveStrategy } from '../save-strategy.tsx';
import { WordsCard } from '../words-card.tsx';
import { LegEditor } from './leg-editor.tsx';
import { newLeg } from './leg-starters.ts';
import { PayoffSection } from './payoff-section.tsx';
import { QuickSection } from './quick-section.tsx';
import { TestSection } from './test-section.tsx';
import { TogetherSection } from './together-section.tsx';

const useStyles = makeStyles({
  columns: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 480px)',
    alignItems: 'start',
    gap: tokens.spacingHorizontalL,
    '@media (max-width: 1150px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
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
export interface LegBuilderStart {
  /** The strategy that is changed; null for a new one. */
  readonly strategyId: number | null;
  readonly name: string;
  /** Rupee text. */
  readonly capital: string;
  readonly document: LegDocument;
}

const SaveSection = ({ start, parsed }: { start: LegBuilderStart; parsed: LegDocument | null }) => {
  const styles = useStyles();
  const [name, onName] = useState(start.name);
  const [capital, onCapital] = useState(start.capital);
  const { strategyId } = start;
  const save = useSaveStrategy({ strategyId, name, onName, capital, onCapital, parsed });
  return (
    <SectionCard title={strategyId === null ? t('New option strategy') : t('Legs of your strategy')}>
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

/** The editor of legs: a ready-made structure, its legs, and what they say. */
export const LegBuilder = (props: { start: LegBuilderStart }) => {
  const styles = useStyles();
  const [start] = useState(props.start);
  const [document, setDocument] = useState(start.document);
  const set = useCallback(
    (path: Path, value: unknown) => setDocument((before) => withValue(before, path, value) as LegDocument),
    [],
  );
  const parsed = useMemo(() => parseLegDocument(document), [document]);
  const good = parsed.ok ? parsed.value : null;
  const lastGood = useLastKnown(good ?? undefined);
  const problems = parsed.ok ? {} : (parsed.failure.fields ?? {});
  const draft = { document, set, problems };
  const { legs } = document;
  return (
    <DraftContext value={draft}>
      <div className={styles.column}>
        <SaveSection start={start} parsed={good} />
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
