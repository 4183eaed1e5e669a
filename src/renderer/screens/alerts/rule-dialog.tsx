import { Checkbox, Field, makeStyles, tokens } from '@fluentui/react-components';
import { useEffect, useId } from 'react';
import { useController, useForm, useWatch } from 'react-hook-form';
import { OUTSIDE_CHANNELS } from '../../../shared/alert-delivery.ts';
import type { AlertRule } from '../../../shared/contract/alert-rules.ts';
import { TIMEFRAMES } from '../../../shared/rule-document.ts';
import { api } from '../../api/api.ts';
import { DraftContext } from '../../features/rules/draft-context.tsx';
import type { WatchedRules } from '../../features/rules/watched-rules.ts';
import { failureSentence } from '../../i18n/failure-sentence.ts';
import { labels, t } from '../../i18n/translate.ts';
import { useAction } from '../../state/action.ts';
import { useOfflineReason } from '../../state/offline.ts';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { DialogFrame } from '../../ui/dialog-frame.tsx';
import { FormInput } from '../../ui/form-input.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { FormSelect } from '../../ui/form-select.tsx';
import {
  asksSymbol,
  conditionIn,
  EMPTY_RULE,
  type FormKind,
  formOf,
  inputOf,
  isLevel,
  isOfRules,
  type RuleForm,
  type RuleKind,
  rulesIn,
} from './rule-form.ts';
import { OUTSIDE_LABELS } from '../../i18n/alert-labels.ts';
import { CandlesOf, RuleCondition } from './rule-condition.tsx';
import { MARKET_LABELS, REPEAT_LABELS } from './rule-labels.ts';
import { outsideChannels, watchedStrategies } from './rules-list.ts';
import { useWatchedDraft } from './watched-draft.ts';

const useStyles = makeStyles({
  surface: { maxWidth: '620px' },
  // The editor of conditions has lines of many fields.
  wide: { maxWidth: '860px' },
  content: { paddingBottom: tokens.spacingVerticalM },
  form: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM },
  pair: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)',
    alignItems: 'start',
    gap: tokens.spacingHorizontalM,
  },
  line: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalM },
});

const KIND_LABELS: Readonly<Record<FormKind, string>> = labels({
  price: 'Price of a symbol',
  change: 'Change today, in percent',
  indicator: 'Indicator of a symbol',
  condition: 'Any condition',
  strategy: 'The entry rule of a strategy',
  profit: 'Result of the day',
  'feed-age': 'Prices stop coming',
  volatility: 'Implied volatility of an option',
  margin: 'Margin used at the broker',
});

const SIDE_LABELS: Readonly<Record<'above' | 'below', string>> = labels({
  above: 'is at or above',
  below: 'is at or below',
});
const CROSSES = labels({ crosses: 'crosses' });

const LEVEL_LABELS: Readonly<Record<Exclude<FormKind, RuleKind>, string>> = labels({
  price: 'Price (₹)',
  change: 'Change (%)',
  profit: 'Amount (₹)',
  'feed-age': 'Seconds without a price',
  volatility: 'Volatility (%)',
  margin: 'Amount (₹)',
});

/** The server's sentence about a field, by any of its names. */
const problemOf = (
  fields: Readonly<Record<string, string>> | undefined,
  ...names: string[]
): string | undefined => names.map((name) => fields?.[name]).find((problem) => problem !== undefined);

interface RuleDialogProps {
  /** The rule that is changed; null for a new one. */
  rule: AlertRule | null;
  /** Fields that a new one begins with. */
  start: Partial<RuleForm>;
  /** The condition that a new one begins with; null of none. */
  asked: WatchedRules | null;
  onSaved: (rule: AlertRule) => void;
  onClose: () => void;
}

/** Makes or changes an alert rule. A refusal keeps what was typed. */
export const RuleDialog = ({ rule, start, asked, onSaved, onClose }: RuleDialogProps) => {
  const styles = useStyles();
  const formId = useId();
  const isOffline = useOfflineReason() !== undefined;
  const add = useAction(api.alertRules.add, { presentation: 'dialog' });
  const change = useAction(api.alertRules.change, { presentation: 'dialog' });
  const rulesOf = useAction(api.strategies.details, { presentation: 'dialog' });
  const strategies = watchedStrategies.use().value?.rows ?? [];
  const setUp = outsideChannels.use().value?.channels.filter(({ isSetUp }) => isSetUp) ?? [];
  useEffect(() => {
    void watchedStrategies.load(undefined);
    void outsideChannels.load(undefined);
  }, []);
  const { handleSubmit, control, setError } = useForm<RuleForm>({
    defaultValues: rule ? formOf(rule) : { ...EMPTY_RULE, ...start },
  });
  const kind = useWatch({ control, name: 'kind' });
  const repeat = useWatch({ control, name: 'repeat' });
  const { field: channels } = useController({ control, name: 'channels' });
  const { field: urgent } = useController({ control, name: 'isUrgent' });
  const symbol = useWatch({ control, name: 'symbol' });
  const isRunning = add.isRunning || change.isRunning || rulesOf.isRunning;
  const failure = add.failure ?? change.failure ?? rulesOf.failure;
  const fields = failure?.fields;
  const { draft, rules: draftRules } = useWatchedDraft(
    rule ? rulesIn(rule.condition) : asked,
    kind === 'condition',
    fields,
  );

  /** The rules of the form; those of a strategy are read when it is chosen. */
  const rulesFor = async (form: RuleForm): Promise<WatchedRules | null> => {
    if (form.kind !== 'strategy') return draftRules;
    if (form.strategy === '') {
      setError('strategy', { message: t('Choose a strategy with rules') });
      return null;
    }
    const details = await rulesOf.run({ strategyId: Number(form.strategy) });
    if (details.ok && details.value.rules.document === null)
      setError('strategy', { message: t('Choose a strategy with rules') });
    return details.ok ? details.value.rules.document : null;
  };

  const submit = handleSubmit(async (form) => {
    if (isOffline) return;
    const condition = conditionIn(form, isOfRules(form.kind) ? await rulesFor(form) : null);
    if (condition === null) return;
    const input = inputOf(form, condition);
    const result = rule ? await change.run({ ruleId: rule.ruleId, ...input }) : await add.run(input);
    if (result.ok) onSaved(result.value.rule);
  });
  const sides = kind === 'price' ? { ...SIDE_LABELS, ...CROSSES } : SIDE_LABELS;
  const hasSide = kind === 'price' || kind === 'change' || kind === 'profit' || kind === 'volatility';
  const hasStrategy = kind === 'strategy' || kind === 'profit';
  const hasEditor = kind === 'indicator' || kind === 'condition';
  return (
    <DialogFrame
      title={rule ? t('Change the alert') : t('New alert')}
      surfaceClass={hasEditor ? styles.wide : styles.surface}
      contentClass={styles.content}
      onClose={() => !isRunning && onClose()}
      actions={
        <DialogButtons
          action={t('Save')}
          form={formId}
          onAction={() => undefined}
          onCancel={onClose}
          isRunning={isRunning}
          isActionDisabled={isOffline}
        />
      }
    >
      <DraftContext value={draft}>
        <form
          id={formId}
          className={styles.form}
          aria-label={rule ? t('Change the alert') : t('New alert')}
          noValidate
          onSubmit={(event) => void submit(event)}
        >
          <FormProblem message={failureSentence(failure, t('the list of alerts'))} />
          <div className={styles.pair}>
            <FormSelect
              control={control}
              name="kind"
              label={t('Tell me about')}
              options={Object.entries(KIND_LABELS)}
            />
            <FormSelect
              control={control}
              name="mode"
              label={t('Prices')}
              options={Object.entries(MARKET_LABELS)}
              problem={problemOf(fields, 'mode')}
            />
          </div>
          <div className={styles.pair}>
            {asksSymbol(kind) && (
              <FormInput
                control={control}
                name="symbol"
                label={t('Symbol')}
                hint={kind === 'volatility' ? t('Such as NIFTY 2026-12-29 24500 CE') : undefined}
                rules={{ validate: (text) => text.trim() !== '' || t('Enter a symbol such as RELIANCE') }}
                problem={problemOf(
                  fields,
                  'condition.symbol',
                  'document.instruments.0',
                  'document.instruments[0]',
                )}
              />
            )}
            {hasEditor && <CandlesOf />}
            {hasStrategy && (
              <FormSelect
                control={control}
                name="strategy"
                label={t('Strategy')}
                options={[
                  ['', kind === 'profit' ? t('All of them') : t('Choose…')],
                  ...strategies.map(({ strategyId, name }) => [String(strategyId), name] as const),
                ]}
                problem={problemOf(fields, 'condition.strategyId', 'condition.condition')}
              />
            )}
            {hasSide && (
              <FormSelect
                control={control}
                name="when"
                label={t('When it')}
                options={Object.entries(sides)}
              />
            )}
            {!isOfRules(kind) && (
              <FormInput
                control={control}
                name="level"
                label={LEVEL_LABELS[kind]}
                rules={{ validate: (text) => isLevel(kind, text) || t('Enter a number') }}
                problem={problemOf(
                  fields,
                  'condition.price',
                  'condition.percent',
                  'condition.amount',
                  'condition.ms',
                )}
              />
            )}
          </div>
          {hasEditor && (
            <RuleCondition
              rules={draftRules}
              isWhole={kind === 'condition'}
              symbol={symbol.trim().toUpperCase()}
            />
          )}
          <div className={styles.pair}>
            <FormSelect
              control={control}
              name="repeat"
              label={t('How often')}
              options={Object.entries(REPEAT_LABELS)}
              problem={problemOf(fields, 'repeat')}
            />
            {repeat === 'each-bar' && !isOfRules(kind) && (
              <FormSelect
                control={control}
                name="timeframe"
                label={t('Candles of')}
                options={TIMEFRAMES.map((timeframe) => [timeframe, timeframe] as const)}
                problem={problemOf(fields, 'timeframe')}
              />
            )}
            <FormInput
              control={control}
              name="until"
              label={t('Last day')}
              hint={t('Empty: until it is removed')}
              kind="day"
              problem={problemOf(fields, 'until')}
            />
          </div>
          <FormInput
            control={control}
            name="note"
            label={t('Note')}
            maxLength={200}
            problem={fields?.['note']}
          />
          <Field
            label={t('Send it by')}
            hint={
              setUp.length === 0
                ? t(
                    'It is always told here. Set up Telegram, ntfy, e-mail or a webhook under Settings, Alerts.',
                  )
                : t('It is always told here too.')
            }
          >
            <div className={styles.line} role="group" aria-label={t('Send it by')}>
              {OUTSIDE_CHANNELS.filter((one) => setUp.some(({ channel }) => channel === one)).map(
                (channel) => (
                  <Checkbox
                    key={channel}
                    label={OUTSIDE_LABELS[channel]}
                    checked={channels.value.includes(channel)}
                    onChange={(_, data) =>
                      channels.onChange(
                        data.checked === true
                          ? [...channels.value, channel]
                          : channels.value.filter((one) => one !== channel),
                      )
                    }
                  />
                ),
              )}
            </div>
          </Field>
          <Checkbox
            label={t('Urgent: in quiet hours too')}
            checked={urgent.value}
            onChange={(_, data) => urgent.onChange(data.checked === true)}
          />
        </form>
      </DraftContext>
    </DialogFrame>
  );
};
