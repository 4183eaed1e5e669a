import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useEffect, useState } from 'react';
import { sendArmed } from '../features/manual/armed-order.ts';
import { armedSubjectAt } from '../features/manual/armed-subject.ts';
import { HELD_LABELS } from '../features/manual/order-labels.ts';
import { t } from '../i18n/translate.ts';
import {
  type ArmedConsent,
  armedNow,
  type ArmedPreset,
  disarm,
  drop,
  useArmedKeys,
} from '../state/armed-keys.ts';
import { ARMED_MINUTES } from '../../shared/armed-keys.ts';
import { formatCount, formatPercent, formatRupees } from '../../shared/money.ts';
import { MINUTE_MS } from '../../shared/time.ts';
import { manualLive } from '../state/manual-live.ts';
import { onStreamEvent } from '../state/stream.ts';
import { ModeChip } from '../ui/mode-chip.tsx';
import { notify } from '../ui/toasts.tsx';
import { appTokens } from '../ui/tokens.ts';
import { isOtherScript } from './key-presses.ts';
import { isTyping } from './list-focus.ts';

const BAR_PX = 36;

const useStyles = makeStyles({
  frame: {
    position: 'fixed',
    inset: 0,
    zIndex: 10,
    pointerEvents: 'none',
  },
  testFrame: { border: `3px dashed ${appTokens.testFg}` },
  liveFrame: { border: `4px solid ${appTokens.liveLine}` },
  bar: {
    position: 'fixed',
    insetInline: 0,
    bottom: 0,
    zIndex: 10,
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalM,
    boxSizing: 'border-box',
    height: `${BAR_PX}px`,
    padding: `0 ${tokens.spacingHorizontalL}`,
    overflow: 'hidden',
    whiteSpace: 'nowrap',
  },
  test: {
    color: appTokens.testFg,
    backgroundColor: appTokens.testBg,
    borderTop: `1px solid ${appTokens.testFg}`,
  },
  live: {
    color: appTokens.liveFg,
    backgroundColor: appTokens.liveBg,
    borderTop: `1px solid ${appTokens.liveLine}`,
    fontWeight: tokens.fontWeightSemibold,
  },
  text: { overflow: 'hidden', textOverflow: 'ellipsis' },
  left: { fontVariantNumeric: 'tabular-nums', fontWeight: tokens.fontWeightSemibold },
  off: { marginInlineStart: 'auto', flexShrink: 0 },
});

/** By the letter that a keyboard writes; of one of another script, by the place of the key. */
const SIDES: Readonly<Record<string, 'buy' | 'sell'>> = { b: 'buy', s: 'sell', keyb: 'buy', keys: 'sell' };
const OVER_PAGE = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';

/** Side of a plain key that trades; null of every other. Held together with others it is another key. */
const sideOf = (event: KeyboardEvent): 'buy' | 'sell' | null => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey || event.isComposing) return null;
  // It writes a character of its own.
  if (event.getModifierState('AltGraph')) return null;
  return SIDES[(isOtherScript(event) ? event.code : event.key).toLowerCase()] ?? null;
};

/**
 * Sends the order of a key. Nothing goes out from a field or a dialog, nor of a key that something has used. On the page
 * both keys are this one's alone while they are armed: where nothing is to be traded they do nothing, as a letter that
 * does something else now and then is a key that nobody can trust.
 */
const onKey = (event: KeyboardEvent): void => {
  const side = sideOf(event);
  if (side === null || event.defaultPrevented || isTyping(event.target)) return;
  if (document.querySelector(OVER_PAGE) !== null || !armedNow()) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  const subject = armedSubjectAt(event.target);
  // A key that is held down is one order.
  if (subject && !event.repeat) sendArmed(side, subject);
};

const leftText = (ms: number): string => {
  const seconds = Math.max(0, Math.ceil(ms / 1_000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
};

const sizeText = ({ sizeBy, amount }: ArmedPreset): string =>
  sizeBy === 'lots' ? t('{{count}} lots', { count: amount }) : formatCount(amount);

const livePresetText = (preset: ArmedPreset): string =>
  preset.type === 'market'
    ? t('Armed keys: B buys and S sells {{size}} at the market, at once, with real money.', {
        size: sizeText(preset),
      })
    : t('Armed keys: B buys and S sells {{size}} at a limit, at once, with real money.', {
        size: sizeText(preset),
      });

const leftToOpenText = ({ orders, money }: ArmedConsent): string =>
  t('Orders left: {{orders}}, money left: {{money}}', {
    orders: formatCount(orders),
    money: formatRupees(money),
  });

const stopText = (percent: number): string => t('Stop-loss {{percent}}', { percent: formatPercent(percent) });

const paperPresetText = (preset: ArmedPreset): string =>
  preset.type === 'market'
    ? t('Armed keys: B buys and S sells {{size}} at the market, at once.', { size: sizeText(preset) })
    : t('Armed keys: B buys and S sells {{size}} at a limit, at once.', { size: sizeText(preset) });

interface BarProps {
  id: string;
  preset: ArmedPreset;
  until: number;
  consent: ArmedConsent | null;
}

const Bar = ({ id, preset, until, consent }: BarProps) => {
  const styles = useStyles();
  const mode = consent ? 'live' : 'test';
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => {
      // They end here also while the window sleeps: each key asks for the time once more.
      armedNow();
      setNow(Date.now());
    }, 1_000);
    return () => clearInterval(timer);
  }, []);
  useEffect(() => {
    // Nothing else listens here on the way down: every other key of the program is asked after these.
    window.addEventListener('keydown', onKey, true);
    return () => window.removeEventListener('keydown', onKey, true);
  }, []);
  const arming = consent?.arming;
  useEffect(
    () =>
      onStreamEvent(['disarmed'], (ended) => {
        if (ended.arming !== arming) return;
        drop(id);
        notify({
          tone: 'news',
          message: t('The armed keys with real money of this window are off now.'),
        });
      }),
    [id, arming],
  );
  const isOff = manualLive.use(({ value }) => value?.isOn === false);
  useEffect(() => {
    if (consent && isOff) disarm();
  }, [consent, isOff]);
  useEffect(() => {
    // The frame of the window makes room, so that the bar covers nothing.
    document.documentElement.style.setProperty('--armed-bar', `${BAR_PX}px`);
    return () => void document.documentElement.style.removeProperty('--armed-bar');
  }, []);
  return (
    <>
      <section
        className={mergeClasses(styles.bar, styles[mode])}
        aria-label={t('Armed keys')}
        data-region="armed-keys"
      >
        <ModeChip mode={mode} />
        <span className={styles.text}>{consent ? livePresetText(preset) : paperPresetText(preset)}</span>
        <span className={styles.left}>{HELD_LABELS[preset.product]}</span>
        {preset.stopLossPercent !== null && (
          <span className={styles.left}>{stopText(preset.stopLossPercent)}</span>
        )}
        {consent && <span className={styles.left}>{leftToOpenText(consent)}</span>}
        <span className={styles.left}>
          {t('{{time}} left', { time: leftText(Math.min(until - now, ARMED_MINUTES * MINUTE_MS)) })}
        </span>
        <Button className={styles.off} size="small" onClick={disarm}>
          {t('Switch off')}
        </Button>
      </section>
      <div
        className={mergeClasses(styles.frame, consent ? styles.liveFrame : styles.testFrame)}
        data-mode={mode}
        aria-hidden
        data-testid="armed-frame"
      />
    </>
  );
};

/** Frame and bar of the window while keys are armed. */
export const ArmedBar = () => {
  const armed = useArmedKeys((state) => state.armed);
  return armed && <Bar {...armed} />;
};
