import {
  Button,
  Field,
  makeStyles,
  MessageBar,
  MessageBarBody,
  ProgressBar,
  tokens,
} from '@fluentui/react-components';
import { HistoryRegular } from '@fluentui/react-icons';
import { useEffect, useState } from 'react';
import { formatCount } from '../../../shared/money.ts';
import { api } from '../../api/api.ts';
import { OnlineButton } from '../../features/stream/online-controls.tsx';
import { dateTimeText } from '../../i18n/dates.ts';
import { t } from '../../i18n/translate.ts';
import { useAction } from '../../state/action.ts';
import type { Feed } from '../../state/feed-clock.ts';
import { Content } from '../../ui/content.tsx';
import { DateRange } from '../../ui/date-range.tsx';
import { SaidByServer } from '../../ui/said-by-server.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { BlockSkeleton } from '../../ui/skeletons.tsx';
import { acceptFeed, followFeed, marketFeed } from './feed.ts';
import { SpeedField } from './speed-field.tsx';

const useStyles = makeStyles({
  body: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM },
  buttons: { display: 'flex', gap: tokens.spacingHorizontalS },
  note: { margin: 0, color: tokens.colorNeutralForeground2 },
});

interface Imported {
  symbol: string;
  timeframe: string;
  from: string;
  to: string;
  bars: number;
}

const DEFAULT_SPEED = 60;

/** First and last day imported for timeframes below a day. Where there are none, of everything. */
const rangeOf = (imported: readonly Imported[]): { from: string; to: string } => {
  const minutes = imported.filter((series) => series.timeframe !== '1d');
  const wanted = minutes.length > 0 ? minutes : imported;
  const days = (key: 'from' | 'to') => wanted.map((series) => series[key]).sort();
  return { from: days('from')[0] ?? '', to: days('to').at(-1) ?? '' };
};

const importedText = (imported: readonly Imported[]): string => {
  const bars = imported.reduce((all, series) => all + series.bars, 0);
  const symbols = new Set(imported.map((series) => series.symbol)).size;
  return t('{{bars}} candles of {{symbols}} instruments are imported.', {
    bars: formatCount(bars),
    symbols: formatCount(symbols),
    count: symbols,
  });
};

const Progress = ({
  feed,
  onAction,
  isRunning,
}: {
  feed: Feed;
  onAction: (action: 'pause' | 'resume' | 'stop') => void;
  isRunning: boolean;
}) => {
  const styles = useStyles();
  if (feed.kind !== 'replay' || !feed.replay) return null;
  const { progressPercent, from, to } = feed.replay;
  const lag = Math.round(feed.lagMs / 1_000);
  return (
    <>
      <Field
        label={t('Replaying {{from}} to {{to}}: {{now}}', {
          from,
          to,
          now: dateTimeText(Date.parse(feed.now)),
        })}
        validationState="none"
        validationMessage={[
          t('{{percent}} % at {{speed}}×', { percent: progressPercent.toFixed(0), speed: feed.speed }),
          lag <= 0 ? t('keeping up') : t('{{lag}} s of market time behind', { lag }),
          feed.message,
        ]
          .filter(Boolean)
          .join(' · ')}
      >
        <ProgressBar value={progressPercent} max={100} aria-label={t('Progress of the replay')} />
      </Field>
      <div className={styles.buttons}>
        {feed.state === 'paused' ? (
          <Button disabledFocusable={isRunning} onClick={() => onAction('resume')}>
            {t('Resume')}
          </Button>
        ) : (
          <Button disabledFocusable={isRunning || feed.state !== 'running'} onClick={() => onAction('pause')}>
            {t('Pause')}
          </Button>
        )}
        <Button disabledFocusable={isRunning} onClick={() => onAction('stop')}>
          {t('Stop replay')}
        </Button>
      </div>
    </>
  );
};

/** Imported history played as the test feed. */
export const ReplaySection = () => {
  const styles = useStyles();
  const { value, isLoading, failure, loadedAt } = marketFeed.use();
  const [chosen, setChosen] = useState<{ from: string; to: string } | null>(null);
  const [speed, setSpeed] = useState(DEFAULT_SPEED);
  const replay = useAction(api.market.replay, { presentation: 'dialog' });
  useEffect(() => {
    void marketFeed.load(undefined);
    return followFeed();
  }, []);
  const range = chosen ?? rangeOf(value?.imported ?? []);
  const isReplaying = value?.feed.kind === 'replay';
  const run = async (input: Parameters<typeof api.market.replay>[0]) => {
    const result = await replay.run(input ?? {});
    if (result.ok) acceptFeed(result.value.feed);
  };
  return (
    <SectionCard title={t('Replay')}>
      <Content
        isLoading={isLoading}
        hasContent={value !== null}
        isEmpty={value?.imported.length === 0}
        failure={failure}
        loadedAt={loadedAt}
        onRetry={() => void marketFeed.load(undefined)}
        skeleton={<BlockSkeleton height={140} />}
        empty={{
          icon: <HistoryRegular fontSize={32} />,
          sentence: t('Nothing is imported yet. Import price files first, then replay them.'),
        }}
      >
        {value && (
          <div className={styles.body}>
            <p className={styles.note}>
              {importedText(value.imported)} {t('Paper strategies trade on the replay.')}
            </p>
            <Progress
              feed={value.feed}
              isRunning={replay.isRunning}
              onAction={(action) => void run({ action })}
            />
            <Field label={t('Days to replay')}>
              <div>
                <DateRange from={range.from} to={range.to} onChange={setChosen} />
              </div>
            </Field>
            <SpeedField
              label={t('Speed')}
              hint={t('How many times faster than the clock, 1 to 600')}
              speed={speed}
              onChange={setSpeed}
            />
            {replay.failure && (
              <MessageBar intent="error" layout="multiline">
                <MessageBarBody>
                  <SaidByServer>{replay.failure.message}</SaidByServer>
                </MessageBarBody>
              </MessageBar>
            )}
            <div className={styles.buttons}>
              <OnlineButton
                appearance="primary"
                disabledFocusable={replay.isRunning}
                onClick={() =>
                  void run({
                    action: 'start',
                    from: range.from || undefined,
                    to: range.to || undefined,
                    speed,
                  })
                }
              >
                {t(isReplaying ? 'Start again' : 'Start replay')}
              </OnlineButton>
              {isReplaying && (
                <Button
                  disabledFocusable={replay.isRunning}
                  onClick={() => void run({ action: 'speed', speed })}
                >
                  {t('Change speed')}
                </Button>
              )}
            </div>
          </div>
        )}
      </Content>
    </SectionCard>
  );
};
