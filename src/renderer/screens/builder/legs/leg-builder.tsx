import { Button, Field, Input, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { Add16Regular } from '@fluentui/react-icons';
import { useCallback, useMemo, useState } from 'react';
import { describeLegs } from '../../../../engine/legs/leg-sentences.ts';
import { parseLegDocument } from '../../../../engine/rules/parse.ts';
import { LEG_LIMITS, type LegDocument } from '../../../../shared/leg-document.ts';
import { parseRupees } from '../../../../shared/money.ts';
import { api } from '../../../api/api.ts';
import { OnlineButton } from '../../../features/stream/online-controls.tsx';
import { serverText, t, windowLanguage } from '../../../i18n/translate.ts';
import { useAction } from '../../../state/action.ts';
import { useGoTo } from '../../../state/navigation.ts';
import { useLastKnown } from '../../../state/use-last-known.ts';
import { SectionCard } from '../../../ui/section-card.tsx';
import { notify } from '../../../ui/toasts.tsx';
import { DraftContext, type Path, withValue } from '../draft-context.tsx';
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
  words: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalS },
  word: { margin: 0 },
  stale: { color: tokens.colorNeutralForeground3 },
  problems: {
    margin: 0,
    paddingLeft: tokens.spacingHorizontalL,
    color: tokens.colorStatusDangerForeground1,
    overflowWrap: 'anywhere',
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
  const goTo = useGoTo();
  const save = useAction(api.strategies.add, { presentation: 'dialog' });
  const [name, setName] = useState(start.name);
  const [capital, setCapital] = useState(start.capital);
  const money = parseRupees(capital);
  const { strategyId } = start;
  const isReady = parsed !== null && name.trim().length >= 3 && (money ?? 0) > 0;
  const onSave = async () => {
    if (!parsed || money === null) return;
    const what = { name: name.trim(), capital: money, document: parsed };
    const result = await save.run(
      strategyId === null ? { url: 'add', ...what } : { url: 'update', strategyId, ...what },
    );
    if (!result.ok) return;
    notify({ tone: 'success', message: result.message ?? t('The strategy is saved. It trades on paper.') });
    goTo(`/strategies/${result.value.strategyId}`);
  };
  return (
    <SectionCard title={strategyId === null ? t('New option strategy') : t('Legs of your strategy')}>
      <div className={styles.line}>
        <Field label={t('Name')} validationMessage={save.failure?.message}>
          <Input value={name} maxLength={60} onChange={(_, data) => setName(data.value)} />
        </Field>
        <Field
          label={t('Capital')}
          validationMessage={
            money === null || money <= 0 ? t('Enter an amount such as ₹1,00,000') : undefined
          }
        >
          <Input value={capital} onChange={(_, data) => setCapital(data.value)} />
        </Field>
        <OnlineButton
          appearance="primary"
          disabledFocusable={!isReady || save.isRunning}
          title={isReady ? undefined : t('Enter a name and correct the marked fields first')}
          onClick={() => void onSave()}
        >
          {strategyId === null ? t('Save strategy') : t('Save changes')}
        </OnlineButton>
      </div>
    </SectionCard>
  );
};

/** The document in words while it can be used; else its problems. */
const WordsSection = ({
  parsed,
  problems,
}: {
  parsed: LegDocument | null;
  problems: Readonly<Record<string, string>>;
}) => {
  const styles = useStyles();
  const lastGood = useLastKnown(parsed ?? undefined);
  return (
    <SectionCard title={t('Summary')}>
      <div className={mergeClasses(styles.words, !parsed && styles.stale)} aria-live="polite">
        {lastGood &&
          describeLegs(lastGood, windowLanguage()).map(({ label, text }) => (
            <p key={label} className={styles.word}>
              <strong>{label}: </strong>
              {text}
            </p>
          ))}
      </div>
      {!parsed && (
        <ul className={styles.problems} aria-label={t('What is wrong')}>
          {Object.entries(problems).map(([path, reason]) => (
            <li key={path}>
              {path}: {serverText(reason)}
            </li>
          ))}
        </ul>
      )}
    </SectionCard>
  );
};

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
            <WordsSection parsed={good} problems={problems} />
            <PayoffSection parsed={good} />
          </div>
        </div>
        <TestSection parsed={good} />
      </div>
    </DraftContext>
  );
};
