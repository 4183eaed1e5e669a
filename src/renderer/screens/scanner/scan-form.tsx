import {
  Button,
  Field,
  makeStyles,
  MessageBar,
  MessageBarBody,
  Select,
  tokens,
} from '@fluentui/react-components';
import { useEffect, useMemo, useState } from 'react';
import { parseRuleDocument } from '../../../engine/rules/parse.ts';
import type { Scan, ScanUniverse } from '../../../shared/contract/scanner.ts';
import type { RuleDocument } from '../../../shared/rule-document.ts';
import { api } from '../../api/api.ts';
import { ConditionEditor } from '../../features/rules/condition-editor.tsx';
import { DraftContext, type Path, withValue } from '../../features/rules/draft-context.tsx';
import { knownInstruments } from '../../features/rules/known-instruments.ts';
import { OnlineButton } from '../../features/stream/online-controls.tsx';
import { labels, t } from '../../i18n/translate.ts';
import { useAction } from '../../state/action.ts';
import { header } from '../../state/header.ts';
import { useUrlSearch } from '../../state/url-search.ts';
import { watchlists } from '../../state/watchlists.ts';
import { DayInput } from '../../ui/day-input.tsx';
import { SaidByServer } from '../../ui/said-by-server.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { SavedScansBar } from './saved-scans-bar.tsx';
import { newScanRules } from './scan-start.ts';
import { scanIndices, scannerSearch } from './scans.ts';

const useStyles = makeStyles({
  form: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM },
  line: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalM, alignItems: 'flex-end' },
});

const SOURCES: Readonly<Record<'simulated' | 'replay', string>> = labels({
  simulated: 'Simulated market',
  replay: 'Imported or fetched prices',
});

/** The universe that a choice names: nothing for all, `#7` for a watchlist, else the name of an index. */
const universeOf = (choice: string): ScanUniverse => {
  if (choice === '') return { kind: 'all' };
  if (choice.startsWith('#')) return { kind: 'watchlist', listId: Number(choice.slice(1)) };
  return { kind: 'index', index: choice };
};

interface ScanFormProps {
  onScanned: (scan: Scan, document: RuleDocument) => void;
}

/** Conditions, symbols and day of a scan. */
export const ScanForm = ({ onScanned }: ScanFormProps) => {
  const styles = useStyles();
  const [{ saved }] = useUrlSearch(scannerSearch);
  const [document, setDocument] = useState(newScanRules);
  const [choice, setChoice] = useState('');
  const [day, setDay] = useState('');
  const feed = header.use(({ value }) => value?.feed.kind ?? 'simulated');
  const [chosenSource, setSource] = useState<'simulated' | 'replay' | null>(null);
  const source = chosenSource ?? (feed === 'replay' ? 'replay' : 'simulated');
  const lists = watchlists.use().value?.lists ?? [];
  const indices = scanIndices.use().value?.indices ?? [];
  const run = useAction(api.scanner.run, { presentation: 'dialog' });
  const cancel = useAction(api.scanner.cancel);
  useEffect(() => {
    void watchlists.load(undefined);
    void scanIndices.load(undefined);
    void knownInstruments.load(undefined);
  }, []);
  const parsed = useMemo(() => parseRuleDocument(document), [document]);
  const draft = useMemo(
    () => ({
      document,
      set: (path: Path, value: unknown) =>
        setDocument((before) => withValue(before, path, value) as RuleDocument),
      isScan: true,
      problems: parsed.ok ? {} : (parsed.failure.fields ?? {}),
    }),
    [document, parsed],
  );
  const scan = async (): Promise<void> => {
    if (run.isRunning || !parsed.ok) return;
    const input = { document: parsed.value, universe: universeOf(choice), source };
    const result = await run.run(day === '' ? input : { ...input, day });
    if (result.ok) onScanned(result.value, parsed.value);
  };
  return (
    <SectionCard title={t('What to look for')}>
      <form
        className={styles.form}
        aria-label={t('What to look for')}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void scan();
        }}
      >
        <SavedScansBar document={parsed.ok ? parsed.value : null} askedId={saved} onOpen={setDocument} />
        <DraftContext value={draft}>
          <ConditionEditor path={['entry']} name={t('Scan', { context: 'name' })} />
        </DraftContext>
        <div className={styles.line}>
          <Field label={t('Symbols')}>
            <Select value={choice} onChange={(_, data) => setChoice(data.value)}>
              <option value="">{t('All with history')}</option>
              {lists.map(({ listId, name }) => (
                <option key={listId} value={`#${listId}`}>
                  {t('Watchlist {{name}}', { name })}
                </option>
              ))}
              {indices.map(({ index }) => (
                <option key={index} value={index}>
                  {t('Members of {{index}} on the day', { index })}
                </option>
              ))}
            </Select>
          </Field>
          <Field label={t('Data source')}>
            <Select value={source} onChange={(_, data) => setSource(data.value as 'simulated' | 'replay')}>
              {Object.entries(SOURCES).map(([name, text]) => (
                <option key={name} value={name}>
                  {text}
                </option>
              ))}
            </Select>
          </Field>
          <Field label={t('Day')} hint={t('Empty: the latest close')}>
            <DayInput value={day} onChange={setDay} />
          </Field>
          <OnlineButton
            type="submit"
            appearance="primary"
            disabledFocusable={run.isRunning || !parsed.ok}
            title={parsed.ok ? undefined : t('Mend the conditions first')}
          >
            {run.isRunning ? t('Scanning…') : t('Scan')}
          </OnlineButton>
          {run.isRunning && <Button onClick={() => void cancel.run(undefined)}>{t('Stop')}</Button>}
        </div>
        {run.failure && (
          <MessageBar intent="error" layout="multiline">
            <MessageBarBody>
              <SaidByServer>{run.failure.message}</SaidByServer>
            </MessageBarBody>
          </MessageBar>
        )}
      </form>
    </SectionCard>
  );
};
