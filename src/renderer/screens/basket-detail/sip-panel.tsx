import { Field, Input, makeStyles, Select, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import type { SipFrequency, SipRunState, SipStatus } from '../../../shared/basket-rules.ts';
import type { BasketSip } from '../../../shared/contract/baskets.ts';
import type { Mode } from '../../../shared/contract/fields.ts';
import { formatRupees, parseRupees } from '../../../shared/money.ts';
import { api } from '../../api/api.ts';
import { CsvButton } from '../../features/export/csv-button.tsx';
import { OnlineButton } from '../../features/stream/online-controls.tsx';
import {
  FREQUENCY_LABELS,
  SIP_TONES,
  SIP_LABELS,
  sipStatusOf,
  weekdayNames,
} from '../../i18n/basket-labels.ts';
import { csvRupees } from '../../i18n/csv-cells.ts';
import { writtenDay } from '../../i18n/dates.ts';
import { fieldText, t } from '../../i18n/translate.ts';
import { useAction } from '../../state/action.ts';
import { csvOfRows, type CsvColumn } from '../../state/csv-export.ts';
import { FormProblem } from '../../ui/form-problem.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { StatusText } from '../../ui/status-text.tsx';
import { notify } from '../../ui/toasts.tsx';

/** Monday to Friday: orders of a plan wait for no special session. */
const TRADING_WEEKDAYS = 5;

const useStyles = makeStyles({
  line: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(150px, 1fr))',
    gap: tokens.spacingHorizontalM,
  },
  actions: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS },
  quiet: { margin: 0, fontSize: tokens.fontSizeBase200, color: tokens.colorNeutralForeground2 },
  runs: { margin: 0, paddingLeft: tokens.spacingHorizontalL, fontSize: tokens.fontSizeBase200 },
});

interface SipRun {
  due: string;
  amount: number;
  message: string;
  state: SipRunState;
}

interface SipPanelProps {
  basketId: number;
  mode: Mode;
  sip: BasketSip | null;
  runs: readonly SipRun[];
  onChanged: () => void;
}

const runColumns = (): readonly CsvColumn<SipRun>[] => [
  { title: t('Due'), csv: (run) => run.due },
  { title: t('Amount'), csv: (run) => csvRupees(run.amount) },
  { title: t('Status'), csv: (run) => run.state },
  { title: t('Message'), csv: (run) => run.message },
];

const LAST_DATE = 28;
const SHOWN_RUNS = 6;

const dayOptions = (frequency: SipFrequency): readonly (readonly [number, string])[] =>
  frequency === 'weekly' || frequency === 'fortnightly'
    ? weekdayNames()
        .slice(0, TRADING_WEEKDAYS)
        .map((name, index) => [index + 1, name] as const)
    : Array.from(
        { length: LAST_DATE },
        (_, index) => [index + 1, t('Day {{day}} of the month', { day: index + 1 })] as const,
      );

/** When how much (paise) goes in next; `due` is the day that was set, which may be no trading day. */
const nextText = (amount: number, run: string, due: string | null): string => {
  const values = { amount: formatRupees(amount), day: writtenDay(run) };
  return due === null || due === run
    ? t('{{amount}} go in next on {{day}}.', values)
    : t('{{amount}} go in next on {{day}}: {{due}} is not a trading day.', {
        ...values,
        due: writtenDay(due),
      });
};

/** Puts the same amount into a basket again and again: on, paused or off, how much, how often, on which day. */
export const SipPanel = ({ basketId, mode, sip, runs, onChanged }: SipPanelProps) => {
  const styles = useStyles();
  const [amount, setAmount] = useState(String((sip?.amount ?? 5_000_00) / 100));
  const [frequency, setFrequency] = useState<SipFrequency>(sip?.frequency ?? 'monthly');
  const [day, setDay] = useState(sip?.day ?? 5);
  const set = useAction(api.baskets.setSip, { presentation: 'dialog' });
  const status = sipStatusOf(sip);
  // What waits for its owner stands above, with its buttons.
  const past = runs.filter(({ state }) => state !== 'asked');
  const change = async (wanted: SipStatus) => {
    const given = { amount: parseRupees(amount) ?? undefined, frequency, day };
    const result = await set.run({ basketId, mode, status: wanted, ...(wanted === 'on' ? given : {}) });
    if (!result.ok) return;
    notify({ tone: 'success', message: result.message ?? t('The SIP is set.') });
    onChanged();
  };
  const button = (wanted: SipStatus, text: string, isPrimary = false) => (
    <OnlineButton
      size="small"
      call="baskets.setSip"
      appearance={isPrimary ? 'primary' : 'secondary'}
      disabledFocusable={set.isRunning}
      onClick={() => void change(wanted)}
    >
      {text}
    </OnlineButton>
  );
  return (
    <SectionCard title="SIP" aside={<StatusText tone={SIP_TONES[status]}>{SIP_LABELS[status]}</StatusText>}>
      {status === 'on' && sip?.nextRun && <span>{nextText(sip.amount, sip.nextRun, sip.nextDue)}</span>}
      <div className={styles.line}>
        <Field label={t('Amount')} validationMessage={fieldText(set.failure?.fields?.amount)}>
          <Input
            inputMode="decimal"
            contentBefore="₹"
            value={amount}
            onChange={(_, data) => setAmount(data.value)}
          />
        </Field>
        <Field label={t('How often')}>
          <Select
            value={frequency}
            onChange={(_, data) => {
              setFrequency(data.value as SipFrequency);
              setDay(1);
            }}
          >
            {Object.entries(FREQUENCY_LABELS).map(([value, text]) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={t('On', { context: 'day' })} validationMessage={fieldText(set.failure?.fields?.day)}>
          <Select value={String(day)} onChange={(_, data) => setDay(Number(data.value))}>
            {dayOptions(frequency).map(([value, text]) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      <FormProblem message={set.failure && !set.failure.fields ? set.failure.message : null} />
      <div className={styles.actions}>
        {button(
          'on',
          status === 'on' ? t('Change the SIP') : status === 'paused' ? t('Go on') : t('Switch on'),
        )}
        {status === 'on' && button('paused', t('Pause'))}
        {status !== 'off' && button('off', t('Switch off'))}
      </div>
      <p className={styles.quiet}>
        {mode === 'live'
          ? t(
              'Real money: each time is bought at Angel One in the first ten minutes of trading, while TrickDesk runs and is connected. A time at which that cannot be is never made up for by itself: you are asked. A due day that is no trading day moves to the next one.',
            )
          : t(
              'Paper money: your wallet is not touched. A due day that is no trading day moves to the next one; days in a pause are left out.',
            )}
      </p>
      {past.length > 0 && (
        <ul className={styles.runs} aria-label={t('SIPs done')}>
          {past.slice(0, SHOWN_RUNS).map((run) => (
            <li key={run.due}>
              {writtenDay(run.due)}: {run.state === 'left-out' ? t('Left out.') : run.message}
            </li>
          ))}
        </ul>
      )}
      {past.length > 0 && (
        <div>
          <CsvButton
            source={csvOfRows(`basket-${basketId}-sips`, runColumns(), past)}
            label={t('SIPs done')}
          />
        </div>
      )}
    </SectionCard>
  );
};
