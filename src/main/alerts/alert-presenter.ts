import type { Alert } from '../../shared/contract/alerts.ts';
import type { DesktopEvent, Settings } from '../../shared/desktop.ts';
import { t, told } from '../messages/messages.ts';
import { categoryOf, channelsOf } from './alert-channels.ts';
import type { NativeNotifier } from './native-notifier.ts';
import type { Quiet } from './quiet.ts';
import type { ShownAlerts } from './shown-alerts.ts';

export interface AlertPresenterDeps {
  readonly notifier: NativeNotifier;
  readonly shown: ShownAlerts;
  readonly settings: () => Settings;
  readonly quiet: Quiet;
  /** The screen of the computer is locked, and notifications can be read on it. */
  readonly isLocked: () => boolean;
  /** The person looks at a window of ours. */
  readonly isWatched: () => boolean;
  /** Tells one window: the one that is looked at, else the main one. */
  readonly send: (event: DesktopEvent) => void;
  /** Brings the window to the front at a route. */
  readonly open: (route: string) => void;
}

/** How long alerts belong to one burst. */
export const BURST_MS = 10_000;
/** More than this many within a burst become one summary. */
const BURST_SIZE = 3;
/** After a strategy's fill, how long more of the same are held back, to be told as one. */
export const FILLS_MS = 60_000;
/** How many of a burst its summary names, newest first. */
const SUMMARY_TITLES = 3;
/** How often it is looked whether the quiet hours are over, while something waits for that. */
const QUIET_CHECK_MS = 30_000;
const MUTE_MINUTES = 60;
const AMOUNT = /[+−-]?₹\s?[\d,]+(\.\d+)?/g;
const ALERTS_ROUTE = '/notifications';

/** What a strategy that trades all day tells again and again; null of what is told by itself. */
const seriesOf = (alert: Alert): string | null =>
  alert.strategyId !== null && categoryOf(alert) === 'trades' ? `${alert.strategyId} ${alert.title}` : null;

/** Notifications of one strategy stand together; of the rest those of a category. */
const groupOf = (alert: Alert): string =>
  alert.strategyId === null ? categoryOf(alert) : `strategy-${alert.strategyId}`;

/** Turns alerts of the platform into toasts, notifications of the computer, sounds and the badge. */
export class AlertPresenter {
  readonly #deps: AlertPresenterDeps;
  #burst = 0;
  #held: Alert[] = [];
  #burstTimer: NodeJS.Timeout | undefined;
  /** Series of which one was told a moment ago, with what has come since. */
  readonly #series = new Map<string, { held: Alert[]; timer: NodeJS.Timeout }>();
  #quieted: Alert[] = [];
  #quietTimer: NodeJS.Timeout | undefined;
  #unread = 0;
  #hasSaidRefused = false;

  constructor(deps: AlertPresenterDeps) {
    this.#deps = deps;
  }

  /** One alert as it happens. `unread` is the count for the badge. */
  onAlert(userId: number, alert: Alert, unread: number): void {
    this.setUnread(unread);
    if (!this.#deps.shown.claim(userId, alert.notification_id)) return;
    if (alert.isCritical) return this.#show(alert);
    if (this.#deps.quiet.isNow) return this.#suppress(alert);
    const key = seriesOf(alert);
    const series = key === null ? undefined : this.#series.get(key);
    if (series) return void series.held.push(alert);
    if (key !== null) this.#startSeries(key);
    this.#burstTimer ??= setTimeout(() => this.#endBurst(), BURST_MS);
    this.#burst++;
    if (this.#burst <= BURST_SIZE) this.#show(alert);
    else this.#held.push(alert);
  }

  /**
   * The newest alerts, after the stream was away. What is unread and was never shown here counts as just happened,
   * except on a computer that sees this person for the first time: their whole past is no news.
   */
  catchUp(userId: number, newest: readonly Alert[], unread: number): void {
    const isFirst = this.#deps.shown.isFirst(userId);
    for (const alert of [...newest].reverse()) {
      if (alert.read || isFirst) this.#deps.shown.claim(userId, alert.notification_id);
      else this.onAlert(userId, alert, unread);
    }
    this.setUnread(unread);
  }

  setUnread(count: number): void {
    this.#unread = count;
    this.refreshBadge();
  }

  /** After the person has changed whether they want one. */
  refreshBadge(): void {
    this.#deps.notifier.setUnread(this.#deps.settings().notifications.badge ? this.#unread : 0);
  }

  /** A notification that the person asked for, to see whether they arrive. */
  test(): boolean {
    if (!this.#deps.settings().notifications.native || !this.#canNotify) return false;
    this.#notify({
      title: 'TrickDesk',
      body: t('Notifications arrive on this computer.'),
      link: ALERTS_ROUTE,
      isCritical: false,
      group: 'system',
    });
    return true;
  }

  /** Nothing more is shown; to be called when the session ends. */
  clear(): void {
    clearTimeout(this.#burstTimer);
    clearInterval(this.#quietTimer);
    for (const { timer } of this.#series.values()) clearTimeout(timer);
    this.#series.clear();
    this.#burstTimer = this.#quietTimer = undefined;
    this.#burst = 0;
    this.#held = [];
    this.#quieted = [];
    this.setUnread(0);
  }

  get #canNotify(): boolean {
    return this.#deps.notifier.isSupported && !this.#hasSaidRefused;
  }

  #endBurst(): void {
    const held = this.#held;
    this.#burstTimer = undefined;
    this.#burst = 0;
    this.#held = [];
    this.#summarise(held, (count) => t('{{count}} more alerts', { count }));
  }

  #startSeries(key: string): void {
    this.#series.set(key, { held: [], timer: setTimeout(() => this.#endSeries(key), FILLS_MS) });
  }

  #endSeries(key: string): void {
    const held = this.#series.get(key)?.held ?? [];
    this.#series.delete(key);
    if (this.#deps.quiet.isNow) return held.forEach((alert) => this.#suppress(alert));
    const last = held.at(-1);
    if (!last) return;
    this.#startSeries(key);
    if (held.length === 1) return this.#show(last);
    this.#show({
      ...last,
      body: t('{{number}} more. {{last}}', { number: held.length, last: told(last.body) }),
    });
  }

  #suppress(alert: Alert): void {
    this.#quieted.push(alert);
    this.#quietTimer ??= setInterval(() => this.#endQuiet(), QUIET_CHECK_MS);
  }

  #endQuiet(): void {
    if (this.#deps.quiet.isNow) return;
    clearInterval(this.#quietTimer);
    this.#quietTimer = undefined;
    const quieted = this.#quieted;
    this.#quieted = [];
    this.#summarise(quieted, (count) => t('{{count}} alerts while it was quiet', { count }));
  }

  #summarise(alerts: readonly Alert[], titleOf: (count: number) => string): void {
    const last = alerts.at(-1);
    if (!last) return;
    if (alerts.length === 1) return this.#show(last);
    const counts = new Map<string, number>();
    for (const { title } of alerts.toReversed()) counts.set(title, (counts.get(title) ?? 0) + 1);
    const names = [...counts].map(([title, count]) =>
      count > 1 ? `${told(title)} (${count})` : told(title),
    );
    const body = names.slice(0, SUMMARY_TITLES).join(' · ') + (names.length > SUMMARY_TITLES ? ' …' : '');
    this.#show({ ...last, strategyId: null, title: titleOf(alerts.length), body, link: ALERTS_ROUTE });
  }

  #show(alert: Alert): void {
    const { isCritical, link } = alert;
    const { notifications } = this.#deps.settings();
    const channels = channelsOf(alert, notifications, this.#deps.isWatched());
    const isPrivate = notifications.isPrivate || this.#deps.isLocked();
    const hide = (text: string) => (isPrivate ? text.replace(AMOUNT, '₹•••') : text);
    const [title, body] = [hide(told(alert.title)), hide(told(alert.body))];
    const toast = () => this.#deps.send({ type: 'alert.toasted', title, body, link, isCritical });
    if (channels.sound) this.#deps.send({ type: 'sound.requested', sound: isCritical ? 'critical' : 'news' });
    if (channels.toast) toast();
    if (!channels.native) return;
    // Where the computer shows none, the window does; and it is said once.
    const fallBack = (reason: string) => {
      this.#showRefused(reason);
      if (!channels.toast) toast();
    };
    if (!this.#canNotify) return fallBack(t('This computer shows no notifications.'));
    this.#notify({ title, body, link, isCritical, group: groupOf(alert), onRefused: fallBack });
  }

  #notify(notice: {
    title: string;
    body: string;
    link: string;
    isCritical: boolean;
    group: string;
    onRefused?: (reason: string) => void;
  }): void {
    const { title, body, link, isCritical, group } = notice;
    this.#deps.notifier.show({
      title,
      body,
      isCritical,
      group,
      muteLabel: t('Mute for 1 hour'),
      onClick: () => this.#deps.open(link),
      onMute: () => void this.#deps.quiet.askFor(MUTE_MINUTES),
      onRefused: notice.onRefused ?? ((reason) => this.#showRefused(reason)),
    });
  }

  #showRefused(reason: string): void {
    if (this.#hasSaidRefused) return;
    this.#hasSaidRefused = true;
    this.#deps.send({ type: 'notifications.refused', reason });
  }
}
