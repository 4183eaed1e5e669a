import type { Alert } from '../../shared/contract/alerts.ts';
import type { DesktopEvent, Settings } from '../../shared/desktop.ts';
import type { NativeNotifier } from './native-notifier.ts';
import type { ShownAlerts } from './shown-alerts.ts';

export interface AlertDeskNeeds {
  readonly notifier: NativeNotifier;
  readonly shown: ShownAlerts;
  readonly settings: () => Settings;
  readonly announce: (event: DesktopEvent) => void;
  /** Brings the window to the front at a route. */
  readonly open: (route: string) => void;
}

const BURST_MS = 10_000;
/** More than this many within a burst become one summary. */
const BURST_SIZE = 3;
const AMOUNT = /[+−-]?₹\s?[\d,]+(\.\d+)?/g;
const ALERTS_ROUTE = '/notifications';

/** Turns alerts of the platform into notifications of the computer. */
export class AlertDesk {
  readonly #needs: AlertDeskNeeds;
  #burst = 0;
  #held: Alert[] = [];
  #timer: NodeJS.Timeout | undefined;
  #hasSaidRefused = false;

  constructor(needs: AlertDeskNeeds) {
    this.#needs = needs;
  }

  /** One alert as it happens. `unread` is the count for the badge. */
  take(userId: number, alert: Alert, unread: number): void {
    this.setUnread(unread);
    if (!this.#needs.shown.claim(userId, alert.notification_id)) return;
    if (alert.isCritical) return this.#show(alert.title, alert.body, alert.link, true);
    this.#timer ??= setTimeout(() => this.#endBurst(), BURST_MS);
    this.#burst++;
    if (this.#burst <= BURST_SIZE) this.#show(alert.title, alert.body, alert.link, false);
    else this.#held.push(alert);
  }

  /**
   * The newest alerts, after the stream was away. What is unread and was never shown here counts as just happened,
   * except on a computer that sees this person for the first time: their whole past is no news.
   */
  catchUp(userId: number, newest: readonly Alert[], unread: number): void {
    const isFirst = this.#needs.shown.isFirst(userId);
    for (const alert of [...newest].reverse()) {
      if (alert.read || isFirst) this.#needs.shown.claim(userId, alert.notification_id);
      else this.take(userId, alert, unread);
    }
    this.setUnread(unread);
  }

  setUnread(count: number): void {
    this.#needs.notifier.setUnread(count);
  }

  /** A notification that the person asked for, to see whether they arrive. */
  test(): boolean {
    this.#show('TrickDesk', 'Notifications arrive on this computer.', ALERTS_ROUTE, false);
    return this.#isNative;
  }

  /** Nothing more is shown; to be called when the session ends. */
  clear(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#burst = 0;
    this.#held = [];
    this.setUnread(0);
  }

  get #isNative(): boolean {
    return (
      this.#needs.settings().notifications.native && this.#needs.notifier.isSupported && !this.#hasSaidRefused
    );
  }

  #endBurst(): void {
    const held = this.#held;
    const last = held.at(-1);
    this.#timer = undefined;
    this.#burst = 0;
    this.#held = [];
    if (!last) return;
    const title = held.length === 1 ? last.title : `${held.length} more alerts`;
    const body = held.length === 1 ? last.body : `The last: ${last.title}`;
    this.#show(title, body, held.length === 1 ? last.link : ALERTS_ROUTE, false);
  }

  #show(title: string, body: string, link: string, isCritical: boolean): void {
    const { notifications } = this.#needs.settings();
    const hide = (text: string) => (notifications.isPrivate ? text.replace(AMOUNT, '₹•••') : text);
    const toast = () =>
      this.#needs.announce({ type: 'alert.toasted', title: hide(title), body: hide(body), link });
    if (!this.#isNative) {
      if (notifications.native) this.#sayRefused('This computer shows no notifications.');
      return toast();
    }
    this.#needs.notifier.show({
      title: hide(title),
      body: hide(body),
      isCritical,
      onClick: () => this.#needs.open(link),
      onRefused: (reason) => {
        this.#sayRefused(reason);
        toast();
      },
    });
  }

  #sayRefused(reason: string): void {
    if (this.#hasSaidRefused) return;
    this.#hasSaidRefused = true;
    this.#needs.announce({ type: 'notifications.refused', reason });
  }
}
