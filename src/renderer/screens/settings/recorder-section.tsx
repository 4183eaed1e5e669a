import { Button, Input, Link, makeStyles, tokens } from '@fluentui/react-components';
import { useEffect, useState } from 'react';
import type { OutputOf } from '../../../shared/contract/endpoint.ts';
import type { market } from '../../../shared/contract/market.ts';
import { formatCount } from '../../../shared/money.ts';
import { MOST_RECORDED_STRIKES } from '../../../shared/recorder-limits.ts';
import { api } from '../../api/api.ts';
import { dateTimeText, writtenDay } from '../../i18n/dates.ts';
import { serverText, t } from '../../i18n/translate.ts';
import { useAction } from '../../state/action.ts';
import { routeHref } from '../../state/navigation.ts';
import { createResource } from '../../state/resource.ts';
import { countColumn, textColumn } from '../../ui/columns.tsx';
import { Content } from '../../ui/content.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { Sentence } from '../../ui/sentence.tsx';
import { BlockSkeleton } from '../../ui/skeletons.tsx';

type Recorder = OutputOf<typeof market.recorder>;
type Chain = Recorder['chains'][number];

/** A minute is recorded once a minute. */
const REFRESH_MS = 20_000;
const recorder = createResource(() => api.market.recorder());
const load = () => void recorder.load(undefined);

const useStyles = makeStyles({
  body: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM },
  note: { margin: 0, color: tokens.colorNeutralForeground2 },
  change: { display: 'flex', gap: tokens.spacingHorizontalS, justifyContent: 'flex-end' },
  number: { width: '72px' },
});

/** Strikes of one underlying, and the button to record them. */
const Change = ({ chain: { underlying, strikes } }: { chain: Chain }) => {
  const styles = useStyles();
  const record = useAction(api.market.record);
  const [wanted, setWanted] = useState('10');
  const run = async (count: number) => {
    const result = await record.run({ underlying, strikes: count });
    if (result.ok) load();
  };
  return (
    <span className={styles.change}>
      {strikes === 0 && (
        <Input
          className={styles.number}
          inputMode="numeric"
          aria-label={t('Strikes on each side of the money, {{underlying}}', { underlying })}
          value={wanted}
          onChange={(_, { value }) => setWanted(value)}
        />
      )}
      <Button
        disabledFocusable={record.isRunning}
        onClick={() => void run(strikes === 0 ? Math.min(MOST_RECORDED_STRIKES, Number(wanted)) : 0)}
      >
        {strikes === 0
          ? t('Record {{underlying}}', { underlying })
          : t('Stop recording {{underlying}}', { underlying })}
      </Button>
    </span>
  );
};

const stateText = ({ strikes, message, lastMinute }: Chain): string => {
  if (strikes === 0) return t('Not recorded');
  if (message !== '') return serverText(message);
  return lastMinute === null
    ? t('Waits for the first minute')
    : t('Recorded until {{time}}', { time: dateTimeText(Date.parse(lastMinute)) });
};

const columns = (): readonly Column<Chain>[] => [
  textColumn('underlying', t('Index'), ({ underlying }) => underlying),
  countColumn('strikes', t('Strikes a side'), ({ strikes }) => strikes),
  countColumn('contracts', t('Contracts'), ({ contracts }) => contracts),
  textColumn('state', t('State'), stateText),
  {
    key: 'change',
    title: t('Actions'),
    isTitleHidden: true,
    align: 'end',
    render: (chain) => <Change chain={chain} />,
  },
];

const Kept = ({ kept: { days, minutes, bytes, from, to } }: { kept: Recorder['kept'] }) => {
  const styles = useStyles();
  return (
    <p className={styles.note}>
      {from === null || to === null
        ? t('Nothing has been recorded yet.')
        : t(
            'Kept: {{days}} days from {{from}} to {{to}}, {{minutes}} minutes of contracts, about {{size}} MB.',
            {
              days: formatCount(days),
              from: writtenDay(from),
              to: writtenDay(to),
              minutes: formatCount(minutes),
              size: formatCount(Math.ceil(bytes / 1_000_000)),
            },
          )}
    </p>
  );
};

/** Recording of option chains from the live prices of the user's broker. It is off until it is switched on. */
export const RecorderSection = () => {
  const styles = useStyles();
  const { value, ...state } = recorder.use();
  useEffect(() => {
    load();
    const timer = setInterval(() => void recorder.reload(), REFRESH_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <SectionCard title={t('Record option prices')}>
      <Content
        {...state}
        hasContent={value !== null}
        onRetry={load}
        skeleton={<BlockSkeleton height={140} />}
        empty={{ icon: null, sentence: '' }}
      >
        {value && (
          <div className={styles.body}>
            {!value.isLinked && (
              <p className={styles.note}>
                <Sentence
                  text="<a>Link Angel One</a> first: only live prices are recorded."
                  parts={{ a: <Link href={routeHref('/profile/broker')} /> }}
                />
              </p>
            )}
            <DataTable
              label={t('Recorded options')}
              columns={columns()}
              rows={value.chains}
              rowKey={({ underlying }) => underlying}
            />
            <Kept kept={value.kept} />
            <p className={styles.note}>
              {t(
                'A minute has bid, ask, last price, open interest and volume of each contract of the nearest expiry. Backtests of legs run on them. They go after 400 days.',
              )}
            </p>
          </div>
        )}
      </Content>
    </SectionCard>
  );
};
