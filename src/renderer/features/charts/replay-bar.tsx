import { Button, makeStyles, Select, Slider, tokens } from '@fluentui/react-components';
import { NextFrameRegular, PauseRegular, PlayRegular, PreviousFrameRegular } from '@fluentui/react-icons';
import { useEffect, useState } from 'react';
import type { Timeframe } from '../../../shared/rule-document.ts';
import { dateTimeText, dayText } from '../../i18n/dates.ts';
import { t } from '../../i18n/translate.ts';
import { barReplay } from '../../state/bar-replay.ts';
import { barsKnownAt, endOfBar } from './bar-replay.ts';

const useStyles = makeStyles({
  root: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalS },
  slider: { flexGrow: 1, minWidth: '160px' },
  time: { fontVariantNumeric: 'tabular-nums', fontWeight: tokens.fontWeightSemibold },
});

/** Candles a second. */
const SPEEDS = [1, 2, 5, 10] as const;
const SECOND_MS = 1_000;
/** Candles of a page key on the slider. */
const PAGE = 20;

interface ReplayBarProps {
  /** Starts of all candles, epoch ms, also of hidden ones. */
  time: readonly number[];
  timeframe: Timeframe;
  /** Market time of the charts, epoch ms. */
  at: number;
}

/** Steps through the candles of a chart; later ones are hidden. Every chart follows. */
export const ReplayBar = ({ time, timeframe, at }: ReplayBarProps) => {
  const styles = useStyles();
  // One of React's own would be the same in two windows.
  const [player] = useState(() => crypto.randomUUID());
  const isPlaying = barReplay.useIsPlayer(player);
  const [speed, setSpeed] = useState<number>(SPEEDS[0]);
  const known = barsKnownAt(time, timeframe, at);
  const isOver = known >= time.length;
  const goTo = (count: number): void => {
    const last = time[Math.max(1, Math.min(count, time.length)) - 1];
    if (last !== undefined) barReplay.goTo(endOfBar(last, timeframe));
  };
  useEffect(() => {
    if (!isPlaying) return undefined;
    if (isOver) return barReplay.play(null);
    const timer = setTimeout(() => {
      const next = time[known];
      if (next !== undefined) barReplay.goTo(endOfBar(next, timeframe));
    }, SECOND_MS / speed);
    return () => clearTimeout(timer);
  }, [isPlaying, isOver, speed, known, time, timeframe]);
  const last = time[known - 1];
  const text =
    last === undefined
      ? t('before the first candle')
      : timeframe === '1d'
        ? dayText(last)
        : `${dateTimeText(endOfBar(last, timeframe))} IST`;
  return (
    <div role="group" aria-label={t('Bar replay')} className={styles.root}>
      <Button
        size="small"
        icon={<PreviousFrameRegular />}
        aria-label={t('One candle back')}
        disabled={known <= 1}
        onClick={() => goTo(known - 1)}
      />
      <Button
        size="small"
        icon={isPlaying ? <PauseRegular /> : <PlayRegular />}
        aria-label={isPlaying ? t('Pause') : t('Play')}
        disabled={isOver}
        onClick={() => barReplay.play(isPlaying ? null : player)}
      />
      <Button
        size="small"
        icon={<NextFrameRegular />}
        aria-label={t('One candle on')}
        disabled={isOver}
        onClick={() => goTo(known + 1)}
      />
      <Slider
        className={styles.slider}
        aria-label={t('Time of the replay')}
        aria-valuetext={text}
        min={1}
        max={Math.max(1, time.length)}
        value={Math.max(1, known)}
        onChange={(_, data) => goTo(data.value)}
        onKeyDown={(event) => {
          const step = { PageUp: PAGE, PageDown: -PAGE }[event.key];
          if (step === undefined) return;
          event.preventDefault();
          goTo(known + step);
        }}
      />
      <Select
        size="small"
        aria-label={t('Candles a second')}
        value={String(speed)}
        onChange={(_, data) => setSpeed(Number(data.value))}
      >
        {SPEEDS.map((one) => (
          <option key={one} value={one}>
            {one}×
          </option>
        ))}
      </Select>
      <span className={styles.time}>{text}</span>
      <Button size="small" onClick={barReplay.end}>
        {t('End the replay')}
      </Button>
    </div>
  );
};
