import { Field, Input, makeStyles, Select, tokens } from '@fluentui/react-components';
import { useEffect, useState } from 'react';
import type { LegDocument } from '../../../../shared/leg-document.ts';
import { api } from '../../../api/api.ts';
import { OnlineButton } from '../../../features/stream/online-controls.tsx';
import { labels, serverText, t } from '../../../i18n/translate.ts';
import { useAction } from '../../../state/action.ts';
import { header } from '../../../state/header.ts';
import { DayInput } from '../../../ui/day-input.tsx';
import { SectionCard } from '../../../ui/section-card.tsx';
import { useLegDraft } from '../../../features/rules/draft-context.tsx';
import { SweepPart } from './sweep-part.tsx';
import { proposedDays, underlyingHistory } from './test-days.ts';
import { type Results, TestResults } from './test-results.tsx';

const useStyles = makeStyles({
  stack: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM, minWidth: 0 },
  line: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalM, alignItems: 'flex-end' },
  number: { width: '92px', minWidth: '64px' },
  note: { margin: 0, fontSize: tokens.fontSizeBase200, color: tokens.colorNeutralForeground3 },
});

const SOURCES = labels({
  simulated: 'Simulated market',
  replay: 'Imported or fetched prices',
});

const PREMIUMS = labels({
  modelled: 'Modelled',
  kept: 'Kept prices',
  'kept-else-modelled': 'Kept prices, else modelled',
});

const optionsOf = (names: Readonly<Record<string, string>>) =>
  Object.entries(names).map(([name, text]) => (
    <option key={name} value={name}>
      {text}
    </option>
  ));

/** Backtests of the legs, on premiums that were kept or are modelled. */
export const TestSection = ({ parsed }: { parsed: LegDocument | null }) => {
  const styles = useStyles();
  const marketTime = header.use((state) => state.value?.feed.now ?? null);
  const [openedAt] = useState(() => Date.now());
  const now = marketTime === null ? openedAt : Date.parse(marketTime);
  const [from, setFrom] = useState<string | null>(null);
  const [to, setTo] = useState<string | null>(null);
  const [volatility, setVolatility] = useState('14');
  const [source, setSource] = useState<keyof typeof SOURCES>('simulated');
  const [premiums, setPremiums] = useState<keyof typeof PREMIUMS>('modelled');
  const [results, setResults] = useState<Results | null>(null);
  const test = useAction(api.options.backtest, { presentation: 'dialog' });
  const { underlying } = useLegDraft().document;
  const here = underlyingHistory.useHere();
  useEffect(() => void here.load({ underlying }), [here, underlying]);
  const { value: found } = here.use();
  const history = found?.instruments.find(({ symbol }) => symbol === underlying)?.history ?? [];
  const proposed = proposedDays(history, source, now);
  const asked = {
    ...{ from_date: from ?? proposed.from, to_date: to ?? proposed.to },
    // The simulated market keeps no chain.
    ...({ source, premiums: source === 'simulated' ? 'modelled' : premiums } as const),
    volatility: Number(volatility),
  };
  const onRun = async () => {
    if (!parsed) return;
    const result = await test.run({ document: parsed, ...asked });
    if (result.ok) setResults(result.value);
  };
  return (
    <SectionCard title={t('Test on the past')}>
      <div className={styles.stack}>
        <div className={styles.line}>
          <Field label={t('From')}>
            <DayInput value={asked.from_date} onChange={setFrom} />
          </Field>
          <Field label={t('To')}>
            <DayInput value={asked.to_date} onChange={setTo} />
          </Field>
          <Field label={t('Prices of the index')}>
            <Select value={source} onChange={(_, { value }) => setSource(value as typeof source)}>
              {optionsOf(SOURCES)}
            </Select>
          </Field>
          {source === 'replay' && (
            <Field label={t('Premiums')}>
              <Select value={premiums} onChange={(_, { value }) => setPremiums(value as typeof premiums)}>
                {optionsOf(PREMIUMS)}
              </Select>
            </Field>
          )}
          <Field label={t('Volatility')}>
            <Input
              className={styles.number}
              inputMode="decimal"
              contentAfter="%"
              value={volatility}
              onChange={(_, { value }) => setVolatility(value)}
            />
          </Field>
          <OnlineButton disabledFocusable={!parsed || test.isRunning} onClick={() => void onRun()}>
            {t('Run the backtest')}
          </OnlineButton>
        </div>
        {test.failure && <p className={styles.note}>{serverText(test.failure.message)}</p>}
        {results && <TestResults results={results} />}
        <SweepPart parsed={parsed} asked={asked} />
      </div>
    </SectionCard>
  );
};
