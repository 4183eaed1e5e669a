import { FILLS_MS, seriesOf } from '../../shared/alert-series.ts';
import type { Alert } from '../../shared/contract/alerts.ts';
import type { DesktopEvent, Settings } from '../../shared/desktop.ts';
import { t } from '../messages/messages.ts';
import { channelsOf } from './alert-channels.ts';
import { ALERTS_ROUTE, type AlertSummary, seriesSummaryOf, summaryOf } from './alert-summary.ts';
import type { NativeNotifier } from './native-notifier.ts';
import type { Quiet } from './quiet.ts';
import type { ShownAlerts } from './shown-alerts.ts';

export interface AlertPresenterDeps {
  readonly notifier: NativeNotifier;
  readonly shown: ShownAlerts;
  readonly settings: () => Settings;
  readonly quiet: Quiet;
  /** Whether the screen is locked and notifications can be read on it. */
  readonly isLocked: () => boolean;
  /** Whether the user looks at a window of ours. */
  readonly isWatched: () => boolean;
  /** Send to one window: the one that is looked at, else the main one. */
  readonly send: (event: DesktopEvent) => void;
  /** Brings the window to the front at a route. */
  readonly open: (route: string) => void;
}

/** How long alerts belong to one burst. */
export const BURST_MS = 10_000;
/** More than this many within a burst become one summary. */
const BURST_SIZE = 3;
/** Interval of checks whether quiet hours are over. Only while something waits for that. */
const QUIET_CHECK_MS = 30_000;
const MUTE_MINUTES = 60;
const AMOUNT = /[+−-]?₹\s?[\d,]+(\.\d+)?/g;
type Summarise = (alerts: readonly Alert[]) => AlertSummary | null;
const moreAlerts: Summarise = (alerts) => summaryOf(alerts, (count) => t('{{count}} more alerts', { count }));
const whileQuiet: Summarise = (alerts) =>
  summaryOf(alerts, (count) => t('{{count}} alerts while it was quiet', { count }));
const idsOf = (alerts: readonly Alert[]): number[] => alerts.map((alert) => alert.notification_id);

/** An alert that came, and to whom. */
interface Arrival {
  readonly userId: number;
  readonly alert: Alert;
}

/** Turns alerts into toasts, system notifications, sounds and the badge. */
export class AlertPresenter {
  readonly #deps: AlertPresenterDeps;
  #burst = 0;
  #held: Arrival[] = [];
  #burstTimer: NodeJS.Timeout | undefined;
  /** Series of which one was shown a moment ago, with later alerts. */
  readonly #series = new Map<string, { held: Arrival[]; timer: NodeJS.Timeout }>();
  #quieted: Arrival[] = [];
  #quietTimer: NodeJS.Timeout | undefined;
  #unread = 0;
  #hasSaidRefused = false;

  constructor(deps: AlertPresenterDeps) {
    this.#deps = deps;
  }

  /** One alert as it happens. `unread` is the count for the badge. */
  onAlert(userId: number, alert: Alert, unread: number): void {
    this.#deps.shown.greet(userId, alert.notification_id - 1);
    this.setUnread(unread);
    const arrival = { userId, alert };
    if (!this.#isToBeShown(arrival)) return;
    if (alert.isCritical) return this.#show([arrival]);
    if (this.#deps.quiet.isNow) return this.#suppress(arrival);
    // What is only counted takes no place in a burst.
    if (!Object.values(this.#waysOf(alert)).includes(true)) return this.#show([arrival]);
    const series = seriesOf(alert);
    if (series !== null) {
      const key = `${userId} ${series}`;
      const known = this.#series.get(key);
      if (known) return void known.held.push(arrival);
      this.#startSeries(key);
    }
    this.#burstTimer ??= setTimeout(() => this.#endBurst(), BURST_MS);
    this.#burst++;
    if (this.#burst <= BURST_SIZE) this.#show([arrival]);
    else this.#held.push(arrival);
  }

  /** The last alert before those that `catchUp` is to be given; null for somebody who is seen for the first time. */
  pastOf(userId: number): number | null {
    return this.#deps.shown.pastOf(userId);
  }

  /**
   * The newest alerts down to the past, after the stream was away. What is unread and was never shown here counts as
   * just happened, except on a computer that sees this person for the first time: their whole past is no news.
   */
  catchUp(userId: number, newest: readonly Alert[], unread: number): void {
    const { shown } = this.#deps;
    const last = newest[0]?.notification_id;
    if (last === undefined) shown.greet(userId, 0);
    else shown.greetBy(userId, last);
    shown.claim(userId, idsOf(newest.filter((alert) => alert.read)));
    for (const alert of newest.filter(({ read }) => !read).reverse()) this.onAlert(userId, alert, unread);
    // What waits is no past yet: after a restart it comes again.
    const waiting = idsOf(this.#waiting.map(({ alert }) => alert));
    if (last !== undefined) shown.settle(userId, Math.min(last, ...waiting.map((id) => id - 1)));
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

  get #waiting(): Arrival[] {
    return [...this.#held, ...[...this.#series.values()].flatMap(({ held }) => held), ...this.#quieted];
  }

  #isToBeShown({ userId, alert }: Arrival): boolean {
    const id = alert.notification_id;
    const isWaiting = this.#waiting.some(
      (arrival) => arrival.userId === userId && arrival.alert.notification_id === id,
    );
    return !isWaiting && this.#deps.shown.isNew(userId, id);
  }

  #endBurst(): void {
    const held = this.#held;
    this.#burstTimer = undefined;
    this.#burst = 0;
    this.#held = [];
    if (this.#deps.quiet.isNow) for (const arrival of held) this.#suppress(arrival);
    else this.#show(held);
  }

  #startSeries(key: string): void {
    this.#series.set(key, { held: [], timer: setTimeout(() => this.#endSeries(key), FILLS_MS) });
  }

  #endSeries(key: string): void {
    const held = this.#series.get(key)?.held ?? [];
    this.#series.delete(key);
    if (held.length === 0) return;
    if (this.#deps.quiet.isNow) return held.forEach((arrival) => this.#suppress(arrival));
    this.#startSeries(key);
    this.#show(held, seriesSummaryOf);
  }

  #suppress(arrival: Arrival): void {
    this.#quieted.push(arrival);
    this.#quietTimer ??= setInterval(() => this.#endQuiet(), QUIET_CHECK_MS);
  }

  #endQuiet(): void {
    if (this.#deps.quiet.isNow) return;
    clearInterval(this.#quietTimer);
    this.#quietTimer = undefined;
    const quieted = this.#quieted;
    this.#quieted = [];
    this.#show(quieted, whileQuiet);
  }

  #waysOf(alert: Alert): ReturnType<typeof channelsOf> {
    return channelsOf(alert, this.#deps.settings().notifications, this.#deps.isWatched());
  }

  /** Show alerts as one. Each way of showing has only those whose category uses it. */
  #show(arrivals: readonly Arrival[], summarise = moreAlerts): void {
    for (const [userId, own] of Map.groupBy(arrivals, ({ userId }) => userId))
      this.#deps.shown.claim(userId, idsOf(own.map(({ alert }) => alert)));
    const alerts = arrivals.map(({ alert }) => alert);
    const chosen = (isChosen: (ways: ReturnType<typeof channelsOf>) => boolean) =>
      summarise(alerts.filter((alert) => isChosen(this.#waysOf(alert))));
    const audible = chosen(({ sound }) => sound);
    if (audible)
      this.#deps.send({ type: 'sound.requested', sound: audible.isCritical ? 'critical' : 'news' });
    this.#toast(chosen(({ toast }) => toast));
    const notified = chosen(({ native }) => native);
    if (!notified) return;
    // Where the computer shows none, the window does; and it is said once.
    const notToasted = chosen(({ native, toast }) => native && !toast);
    const fallBack = (reason: string) => {
      this.#showRefused(reason);
      this.#toast(notToasted);
    };
    if (!this.#canNotify) return fallBack(t('This computer shows no notifications.'));
    this.#notify(notified, fallBack);
  }

  #toast(summary: AlertSummary | null): void {
    if (!summary) return;
    const { title, body, link, isCritical } = this.#inPrivate(summary);
    this.#deps.send({ type: 'alert.toasted', title, body, link, isCritical });
  }

  #notify(summary: AlertSummary, onRefused = (reason: string) => this.#showRefused(reason)): void {
    const { title, body, link, isCritical, group } = this.#inPrivate(summary);
    this.#deps.notifier.show({
      ...{ title, body, isCritical, group },
      muteLabel: t('Mute for 1 hour'),
      onClick: () => this.#deps.open(link),
      onMute: () => void this.#deps.quiet.askFor(MUTE_MINUTES),
      onRefused,
    });
  }

  /** Without its amounts, where somebody else may read it. */
  #inPrivate(summary: AlertSummary): AlertSummary {
    if (!this.#deps.settings().notifications.isPrivate && !this.#deps.isLocked()) return summary;
    const hide = (text: string) => text.replace(AMOUNT, '₹•••');
    return { ...summary, title: hide(summary.title), body: hide(summary.body) };
  }

  #showRefused(reason: string): void {
    if (this.#hasSaidRefused) return;
    this.#hasSaidRefused = true;
    this.#deps.send({ type: 'notifications.refused', reason });
  }
}
