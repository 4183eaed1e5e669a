import { Notification, app } from 'electron';

export interface NativeNotice {
  readonly title: string;
  readonly body: string;
  readonly isCritical: boolean;
  /** Notices of one group stand together. */
  readonly group: string;
  /** Label of the button for quiet, where the system has buttons. */
  readonly muteLabel: string;
  readonly onClick: () => void;
  readonly onMute: () => void;
  readonly onRefused: (reason: string) => void;
}

/** Shows notifications of the operating system. */
export interface NativeNotifier {
  readonly isSupported: boolean;
  show(notice: NativeNotice): void;
  setUnread(count: number): void;
}

/** `onUnread` marks the count where the app's icon shows no badge. */
export function nativeNotifier(onUnread: (count: number) => void): NativeNotifier {
  // Held until they are done with: a collected notification never reports its click.
  const shown = new Set<Notification>();
  return {
    get isSupported() {
      return Notification.isSupported();
    },
    show: ({ title, body, isCritical, group, muteLabel, onClick, onMute, onRefused }) => {
      const notification = new Notification({
        title,
        body,
        groupId: group,
        // The window has sounds of its own, which the person can switch off by category.
        silent: true,
        urgency: isCritical ? 'critical' : 'normal',
        timeoutType: isCritical ? 'never' : 'default',
        // Nothing is ever ordered from a notification; Linux has no buttons.
        actions: process.platform === 'linux' ? [] : [{ type: 'button', text: muteLabel }],
      });
      const done = () => shown.delete(notification);
      shown.add(notification);
      notification.once('click', () => {
        done();
        onClick();
      });
      notification.once('action', () => {
        done();
        onMute();
      });
      notification.once('close', done);
      notification.once('failed', (_event, error) => {
        done();
        onRefused(error);
      });
      notification.show();
    },
    setUnread: (count) => {
      app.setBadgeCount(count);
      onUnread(count);
    },
  };
}
