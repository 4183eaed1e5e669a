import { Notification, app } from 'electron';

export interface NativeNotice {
  readonly title: string;
  readonly body: string;
  readonly isCritical: boolean;
  readonly onClick: () => void;
  readonly onRefused: (reason: string) => void;
}

/** Shows notifications of the operating system. */
export interface NativeNotifier {
  readonly isSupported: boolean;
  show(notice: NativeNotice): void;
  setUnread(count: number): void;
}

export function nativeNotifier(): NativeNotifier {
  // Held until they are done with: a collected notification never reports its click.
  const shown = new Set<Notification>();
  return {
    get isSupported() {
      return Notification.isSupported();
    },
    show: ({ title, body, isCritical, onClick, onRefused }) => {
      const notification = new Notification({
        title,
        body,
        silent: !isCritical,
        urgency: isCritical ? 'critical' : 'normal',
        timeoutType: isCritical ? 'never' : 'default',
      });
      const done = () => shown.delete(notification);
      shown.add(notification);
      notification.once('click', () => {
        done();
        onClick();
      });
      notification.once('close', done);
      notification.once('failed', (_event, error) => {
        done();
        onRefused(error);
      });
      notification.show();
    },
    setUnread: (count) => void app.setBadgeCount(count),
  };
}
