import { Link, makeStyles, MessageBar, MessageBarBody, tokens } from '@fluentui/react-components';
import { useEffect, useRef } from 'react';
import { useForm, useWatch, type RegisterOptions } from 'react-hook-form';
import { formatCount, parseRupees } from '../../../shared/money.ts';
import { api } from '../../api/api.ts';
import { OnlineButton } from '../../features/stream/online-controls.tsx';
import { dayText, writtenDay } from '../../i18n/dates.ts';
import { t, labels } from '../../i18n/translate.ts';
import { useAction } from '../../state/action.ts';
import { brokerAccount } from '../../state/broker-account.ts';
import { routeHref } from '../../state/navigation.ts';
import { rulesToTest } from '../../state/rules-to-test.ts';
import { useUrlSearch } from '../../state/url-search.ts';
import { FormInput } from '../../ui/form-input.tsx';
import { FormSelect } from '../../ui/form-select.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { Sentence } from '../../ui/sentence.tsx';
import { backtestSearch } from './backtest-search.ts';
import { LookAheadCheck } from './look-ahead-check.tsx';
import {
  creditsFor,
  draftFor,
  draftOf,
  EMPTY_DRAFT,
  startInput,
  sweepInput,
  type RunDraft,
} from './run-draft.ts';
import { quota, runsList } from './runs.ts';
import { chosenStrategy, strategies, type ChosenStrategy, type Days } from './strategies.ts';
import { StrategyPicker } from './strategy-picker.tsx';
import { SweepFields } from './sweep-fields.tsx';
import { wishedDays } from './wished-days.ts';

const useStyles = makeStyles({
  form: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM },
  pair: {
    display: 'grid',
    gridTemplateColumns: '1fr 1fr',
    alignItems: 'start',
    gap: tokens.spacingHorizontalM,
  },
  note: { margin: 0, fontSize: tokens.fontSizeBase200, color: tokens.colorNeutralForeground3 },
});

/** Fields in which something is typed. */
type TextField = 'from' | 'to' | 'capital' | 'slippage' | 'volumeShare' | 'maxLossPerDay' | 'benchmark';

/** The same fields as the payload calls them. */
const PAYLOAD_NAMES: Readonly<Record<TextField, string>> = {
  from: 'from_date',
  to: 'to_date',
  capital: 'capital',
  slippage: 'slippage',
  volumeShare: 'volumeSharePercent',
  maxLossPerDay: 'maxLossPerDay',
  benchmark: 'benchmark',
};

const isRupees = (text: string): boolean => (parseRupees(text) ?? 0) > 0;
const numberPattern = () => ({ value: /^\d+(\.\d+)?$/, message: t('Enter a number') });

const fieldRules = (): Readonly<Record<TextField, RegisterOptions<RunDraft, TextField>>> => ({
  from: { required: t('Choose a day') },
  to: {
    required: t('Choose a day'),
    validate: (to, draft) => to >= draft.from || t('Choose a day after the first'),
  },
  capital: { validate: (text) => isRupees(text) || t('Enter an amount such as ₹1,00,000') },
  slippage: { required: t('Enter a number'), pattern: numberPattern() },
  volumeShare: { pattern: numberPattern() },
  maxLossPerDay: {
    validate: (text) => text.trim() === '' || isRupees(text) || t('Enter an amount such as ₹2,000'),
  },
  benchmark: {},
});

const MODES: Readonly<Record<RunDraft['mode'], string>> = labels({
  backtest: 'Single run',
  sweep: 'Optimise',
  'walk-forward': 'Walk-forward',
});
const SOURCES: Readonly<Record<RunDraft['source'], string>> = labels({
  simulated: 'Simulated market',
  replay: 'Imported or fetched prices',
});
const SLIPPAGES: Readonly<Record<RunDraft['slippageKind'], string>> = labels({
  'basis-points': 'basis points',
  ticks: 'ticks',
});
const PRICES: Readonly<Record<RunDraft['prices'], string>> = labels({
  adjusted: 'Adjusted for splits, bonuses and rights',
  traded: 'As traded',
});

const CHARGES: Readonly<Record<RunDraft['charges'], string>> = labels({
  'angel-one': 'Angel One',
  'zero-brokerage': 'Without brokerage',
});

/** Days of the candles there are; without any, the way to some. */
const DaysHint = ({ days }: { days: Days | undefined }) => {
  const styles = useStyles();
  const isLinked = brokerAccount.use((state) => (state.value?.broker_angelone_details ?? null) !== null);
  useEffect(() => {
    if (!days) void brokerAccount.load(undefined);
  }, [days]);
  const link = <Link href={routeHref('/settings?section=market')} />;
  return (
    <p className={styles.note}>
      {days ? (
        t('Candles from {{from}} to {{to}}.', { from: writtenDay(days.from), to: writtenDay(days.to) })
      ) : isLinked ? (
        <Sentence text="No candles of it here: <a>fetch them from Angel One</a>." parts={{ a: link }} />
      ) : (
        <Sentence text="No candles of it here: <a>import files in Settings</a>." parts={{ a: link }} />
      )}
    </p>
  );
};

/** Says what the run takes and how many are left. */
const Credits = ({ draft }: { draft: RunDraft }) => {
  const styles = useStyles();
  const { value } = quota.use();
  if (!value) return null;
  const { left, resetsAt } = value.quota;
  const credits = creditsFor(draft);
  return (
    <p className={styles.note}>
      {t('Takes {{number}} credits; {{left}} left until {{day}}.', {
        count: credits,
        number: formatCount(credits),
        left: formatCount(left),
        day: dayText(Date.parse(resetsAt)),
      })}{' '}
      {credits > left && <Link href={routeHref('/subscription')}>{t('Get a plan with more')}</Link>}
    </p>
  );
};

/** The strategy that the address names, looked up. */
const useChosen = (strategyId: number | null): ChosenStrategy | null => {
  const here = chosenStrategy.useHere();
  const { value } = here.use();
  useEffect(() => {
    if (strategyId !== null) void here.load({ strategyId });
  }, [here, strategyId]);
  return value?.strategy.strategyId === strategyId ? value : null;
};

/** Choice of strategy, days and costs. */
export const RunForm = ({ onStarted }: { onStarted: (backtestId: number) => void }) => {
  const styles = useStyles();
  const [{ strategy: strategyId, rules: handed, period, from, to }, setSearch] = useUrlSearch(backtestSearch);
  const chosen = useChosen(strategyId);
  const given = rulesToTest((state) => state.rules);
  const own = handed === 'handed' ? given : null;
  const start = useAction(api.backtests.start, { presentation: 'dialog' });
  const sweep = useAction(api.backtests.startSweep, { presentation: 'dialog' });
  const { control, handleSubmit, reset, getValues, setValue } = useForm<RunDraft>({
    defaultValues: EMPTY_DRAFT,
  });
  const draft = useWatch({ control }) as RunDraft;
  const rules = fieldRules();
  const filledFor = useRef('');
  useEffect(() => {
    void strategies.load(undefined);
  }, []);
  useEffect(() => {
    if (!chosen) return;
    const asked = [chosen.strategy.strategyId, period, from, to].join(' ');
    if (filledFor.current === asked) return;
    filledFor.current = asked;
    reset(draftFor(getValues(), chosen, { period, from, to }));
  }, [chosen, period, from, to, getValues, reset]);
  useEffect(() => {
    if (own) reset(draftOf(getValues(), own));
  }, [own, getValues, reset]);
  const { isRunning, failure } = draft.mode === 'backtest' ? start : sweep;
  const submit = handleSubmit(async (values) => {
    const result =
      values.mode === 'backtest' ? await start.run(startInput(values)) : await sweep.run(sweepInput(values));
    if (!result.ok) return;
    void runsList.reload();
    void quota.reload();
    onStarted(result.value.backtestId);
  });
  const isChosen = chosen !== null || own !== null;
  const applyDays = (source: string) => {
    const days = chosen?.days[source === 'replay' ? 'replay' : 'simulated'];
    const wished = wishedDays(days, { period, from, to });
    setValue('from', wished.from);
    setValue('to', wished.to);
  };
  const text = (name: TextField, label: string, hint?: string) => (
    <FormInput
      control={control}
      name={name}
      label={label}
      hint={hint}
      rules={rules[name]}
      kind={name === 'from' || name === 'to' ? 'day' : 'text'}
      problem={failure?.fields?.[PAYLOAD_NAMES[name]]}
    />
  );
  return (
    <SectionCard title={t('New run')}>
      <form
        className={styles.form}
        onSubmit={(event) => void submit(event)}
        noValidate
        aria-label={t('New run')}
      >
        <StrategyPicker
          strategyId={strategyId}
          onPick={(strategy) => setSearch({ strategy, rules: '', period: '', from: '', to: '' })}
        />
        {own && (
          <p className={styles.note}>
            {t('The rules of the scan, on {{symbol}}.', { symbol: own.document.instruments.join(', ') })}
          </p>
        )}
        <FormSelect control={control} name="mode" label={t('What')} options={Object.entries(MODES)} />
        <FormSelect
          control={control}
          name="source"
          label={t('Data source')}
          options={Object.entries(SOURCES)}
          onChosen={applyDays}
        />
        <div className={styles.pair}>
          {text('from', t('From'))}
          {text('to', t('To'))}
        </div>
        {chosen && <DaysHint days={chosen.days[draft.source]} />}
        {text('capital', t('Capital'))}
        <div className={styles.pair}>
          {text('slippage', t('Slippage'))}
          <FormSelect
            control={control}
            name="slippageKind"
            label={t('in', { context: 'unit' })}
            options={Object.entries(SLIPPAGES)}
          />
        </div>
        <FormSelect control={control} name="charges" label={t('Charges')} options={Object.entries(CHARGES)} />
        {draft.source === 'replay' && (
          <FormSelect control={control} name="prices" label={t('Prices')} options={Object.entries(PRICES)} />
        )}
        <div className={styles.pair}>
          {text('volumeShare', t('Max % of volume'), t('Empty: no limit'))}
          {text('maxLossPerDay', t('Max daily loss'), t('Empty: no limit'))}
        </div>
        {text('benchmark', t('Benchmark'), t('A symbol; empty: its own instruments, held'))}
        {draft.mode !== 'backtest' && (
          <SweepFields control={control} document={own?.document ?? chosen?.document ?? null} draft={draft} />
        )}
        {failure && (
          <MessageBar intent="error" layout="multiline">
            <MessageBarBody lang="en" dir="auto">
              {failure.message}
            </MessageBarBody>
          </MessageBar>
        )}
        <Credits draft={draft} />
        <OnlineButton
          type="submit"
          appearance="primary"
          disabledFocusable={isRunning || !isChosen}
          title={!isChosen ? t('Choose a strategy first') : undefined}
        >
          {isRunning ? t('Starting…') : t('Run')}
        </OnlineButton>
        {chosen && <LookAheadCheck key={chosen.strategy.strategyId} draft={draft} />}
      </form>
    </SectionCard>
  );
};
