import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Alert } from '../../shared/contract/alerts.ts';
import { ALERT_CATEGORIES as CATEGORIES } from '../../shared/alert-category.ts';
import { DEFAULT_SETTINGS } from '../../shared/desktop.ts';
import type { DesktopEvent, Settings } from '../../shared/desktop.ts';
import { AlertPresenter } from './alert-presenter.ts';
import type { NativeNotice } from './native-notifier.ts';
import { Quiet } from './quiet.ts';
import { ShownAlerts } from './shown-alerts.ts';

const ME = 1;
let notices: NativeNotice[];
let badge: number;
let events: DesktopEvent[];
let opened: string[];
let settings: Settings;
let isSupported: boolean;
let isWatched: boolean;
let isLocked: boolean;
let presenter: AlertPresenter;
let file: Map<string, unknown>;

const open = () =>
  new AlertPresenter({
    notifier: {
      get isSupported() {
        return isSupported;
      },
      show: (notice) => notices.push(notice),
      setUnread: (count) => (badge = count),
    },
    shown: new ShownAlerts(
      { get: (name) => file.get(name), set: (name, value) => void file.set(name, value) },
      () => settings.backend,
    ),
    settings: () => settings,
    quiet: new Quiet(
      () => settings.notifications.quiet,
      () => undefined,
    ),
    isLocked: () => isLocked,
    isWatched: () => isWatched,
    send: (event) => events.push(event),
    open: (route) => opened.push(route),
  });

beforeEach(() => {
  vi.useFakeTimers();
  [notices, badge, events, opened] = [[], 0, [], []];
  settings = DEFAULT_SETTINGS;
  isSupported = true;
  isWatched = isLocked = false;
  file = new Map();
  presenter = open();
});
afterEach(() => void vi.useRealTimers());

const alert = (id: number, more: Partial<Alert> = {}): Alert => ({
  notification_id: id,
  categoryId: 2,
  title: `Trade ${id} closed`,
  body: '+₹1,234.50 on NIFTY after charges',
  at: '2026-11-20T10:00:00+05:30',
  marketAt: null,
  strategyId: null,
  read: false,
  link: `/trade-history?trade=${id}`,
  isCritical: false,
  groupSize: 1,
  ...more,
});
const titles = () => notices.map((notice) => notice.title);

describe('an alert', () => {
  test('is shown, counts on the badge, and a click opens the place it speaks of', () => {
    presenter.onAlert(ME, alert(1), 4);
    expect(notices[0]).toMatchObject({ title: 'Trade 1 closed', body: '+₹1,234.50 on NIFTY after charges' });
    expect(badge).toBe(4);
    notices[0]?.onClick();
    expect(opened).toEqual(['/trade-history?trade=1']);
  });

  test('is shown once, also after a reconnect or a restart', () => {
    presenter.onAlert(ME, alert(1), 1);
    presenter.onAlert(ME, alert(1), 1);
    presenter = open();
    presenter.onAlert(ME, alert(1), 1);
    expect(notices).toHaveLength(1);
    presenter.onAlert(2, alert(1), 1);
    expect(notices).toHaveLength(2);
  });

  test('hides amounts in private mode', () => {
    settings = { ...settings, notifications: { ...settings.notifications, isPrivate: true } };
    presenter.onAlert(ME, alert(1, { title: 'Lost −₹12,34,567.50 today' }), 1);
    expect([notices[0]?.title, notices[0]?.body]).toEqual(['Lost ₹••• today', '₹••• on NIFTY after charges']);
    presenter.onAlert(ME, alert(2, { body: 'Sold at ₹410.00, bought at ₹400.00: +₹1,000.00' }), 2);
    expect(notices[1]?.body).toBe('Sold at ₹•••, bought at ₹•••: ₹•••');
  });

  test('hides amounts while the screen is locked', () => {
    isLocked = true;
    presenter.onAlert(ME, alert(1), 1);
    expect(notices[0]?.body).toBe('₹••• on NIFTY after charges');
    isLocked = false;
    presenter.onAlert(ME, alert(2), 2);
    expect(notices[1]?.body).toBe('+₹1,234.50 on NIFTY after charges');
  });
});

describe('many at once', () => {
  test('more than three in ten seconds become one summary', () => {
    for (let id = 1; id <= 8; id++) presenter.onAlert(ME, alert(id), id);
    expect(titles()).toEqual(['Trade 1 closed', 'Trade 2 closed', 'Trade 3 closed']);
    vi.advanceTimersByTime(10_000);
    expect(titles().slice(3)).toEqual(['5 more alerts']);
    expect(notices[3]?.body).toBe('Trade 8 closed · Trade 7 closed · Trade 6 closed …');
    notices[3]?.onClick();
    expect(opened).toEqual(['/notifications']);
  });

  test('a single one too many is shown as itself', () => {
    for (let id = 1; id <= 4; id++) presenter.onAlert(ME, alert(id), id);
    vi.advanceTimersByTime(10_000);
    expect(titles()[3]).toBe('Trade 4 closed');
  });

  test('what is only counted takes no place of what is shown', () => {
    for (let id = 1; id <= 5; id++) presenter.onAlert(ME, alert(id, { categoryId: CATEGORIES.wallet }), id);
    presenter.onAlert(ME, alert(6), 6);
    expect(titles()).toEqual(['Trade 6 closed']);
  });

  test('critical ones wait for nobody', () => {
    for (let id = 1; id <= 5; id++) presenter.onAlert(ME, alert(id), id);
    presenter.onAlert(ME, alert(6, { isCritical: true, title: 'Order unknown' }), 6);
    expect(titles()).toHaveLength(4);
    expect(notices[3]).toMatchObject({ title: 'Order unknown', isCritical: true });
  });

  test('after ten seconds each is shown by itself again', () => {
    for (let id = 1; id <= 3; id++) presenter.onAlert(ME, alert(id), id);
    vi.advanceTimersByTime(10_000);
    presenter.onAlert(ME, alert(4), 4);
    expect(titles()).toHaveLength(4);
  });

  test('what is held back is dropped with the session, and shown in the next one', () => {
    for (let id = 1; id <= 8; id++) presenter.onAlert(ME, alert(id), id);
    presenter.clear();
    vi.advanceTimersByTime(10_000);
    expect([titles().length, badge]).toEqual([3, 0]);
    presenter.catchUp(
      ME,
      [8, 7, 6, 5, 4, 3, 2, 1].map((id) => alert(id)),
      8,
    );
    expect(titles().slice(3)).toEqual(['Trade 4 closed', 'Trade 5 closed', 'Trade 6 closed']);
  });

  test('what is held back is shown once, also when the stream was away meanwhile', () => {
    for (let id = 1; id <= 5; id++) presenter.onAlert(ME, alert(id), id);
    for (let turn = 0; turn < 2; turn++)
      presenter.catchUp(
        ME,
        [5, 4, 3, 2, 1].map((id) => alert(id)),
        5,
      );
    vi.advanceTimersByTime(10_000);
    expect(titles().slice(3)).toEqual(['2 more alerts']);
    expect(presenter.pastOf(ME)).toBe(3);
    presenter.catchUp(ME, [alert(5)], 5);
    expect(presenter.pastOf(ME)).toBe(5);
  });
});

describe('a strategy that trades again and again', () => {
  const fill = (id: number, strategyId = 5) =>
    alert(id, { strategyId, title: `Strategy ${strategyId} · paper`, body: `Bought ${id} ITC at ₹400.00.` });

  test('is shown at once, and then once a minute, with how many there were and the last', () => {
    for (let id = 1; id <= 4; id++) presenter.onAlert(ME, fill(id), id);
    expect(notices.map(({ body }) => body)).toEqual(['Bought 1 ITC at ₹400.00.']);
    vi.advanceTimersByTime(60_000);
    expect(notices[1]).toMatchObject({
      title: 'Strategy 5 · paper',
      body: '3 more. Bought 4 ITC at ₹400.00.',
      group: 'strategy-5',
    });
    presenter.onAlert(ME, fill(5), 5);
    expect(notices).toHaveLength(2);
    vi.advanceTimersByTime(60_000);
    expect(notices[2]?.body).toBe('Bought 5 ITC at ₹400.00.');
    vi.advanceTimersByTime(60_000);
    presenter.onAlert(ME, fill(6), 6);
    expect(notices[3]?.body).toBe('Bought 6 ITC at ₹400.00.');
  });

  test('holds back nothing of another strategy, nothing else of its own, and nothing critical', () => {
    presenter.onAlert(ME, fill(1), 1);
    presenter.onAlert(ME, fill(2, 6), 2);
    presenter.onAlert(ME, alert(3, { strategyId: 5, title: 'Strategy 5 · order rejected' }), 3);
    presenter.onAlert(ME, alert(4, { strategyId: 5, title: 'Strategy 5 needs you', isCritical: true }), 4);
    expect(titles()).toEqual([
      'Strategy 5 · paper',
      'Strategy 6 · paper',
      'Strategy 5 · order rejected',
      'Strategy 5 needs you',
    ]);
    expect(notices.map(({ group }) => group)).toEqual([
      'strategy-5',
      'strategy-6',
      'strategy-5',
      'strategy-5',
    ]);
  });

  test('waits with the rest when the quiet hours have begun', () => {
    presenter.onAlert(ME, fill(1), 1);
    presenter.onAlert(ME, fill(2), 2);
    presenter.onAlert(ME, fill(3), 3);
    notices[0]?.onMute();
    vi.advanceTimersByTime(60_000);
    expect(notices).toHaveLength(1);
    vi.advanceTimersByTime(3_600_000 + 30_000);
    expect(notices[1]).toMatchObject({
      title: '2 alerts while it was quiet',
      body: 'Strategy 5 · paper (2)',
    });
  });
});

describe('after the stream was away', () => {
  test('what is unread and new is shown', () => {
    presenter.onAlert(ME, alert(1), 1);
    presenter.catchUp(ME, [alert(3), alert(2, { read: true }), alert(1)], 2);
    expect(titles()).toEqual(['Trade 1 closed', 'Trade 3 closed']);
    expect(badge).toBe(2);
  });

  test('a computer that sees the person for the first time shows nothing of their past', () => {
    presenter.catchUp(ME, [alert(3), alert(2), alert(1)], 3);
    expect(notices).toEqual([]);
    presenter.catchUp(ME, [alert(4), alert(3)], 4);
    expect(titles()).toEqual(['Trade 4 closed']);
  });
});

test('an alert that comes before the past does not make news of it on a new computer', () => {
  presenter.onAlert(ME, alert(9), 9);
  presenter.catchUp(
    ME,
    [9, 8, 7, 6, 5, 4, 3, 2, 1].map((id) => alert(id)),
    9,
  );
  vi.advanceTimersByTime(10_000);
  expect(titles()).toEqual(['Trade 9 closed']);
});

test('a person of another server is another one, whatever their number', () => {
  presenter.catchUp(ME, [alert(3)], 1);
  settings = { ...settings, backend: { kind: 'server', url: 'https://trade.example:8443' } };
  presenter.catchUp(ME, [alert(9), alert(2)], 2);
  presenter.catchUp(ME, [alert(10), alert(9), alert(2)], 3);
  expect(titles()).toEqual(['Trade 10 closed']);
  settings = { ...settings, backend: { kind: 'embedded' } };
  presenter.catchUp(ME, [alert(4), alert(3)], 2);
  expect(titles()).toEqual(['Trade 10 closed', 'Trade 4 closed']);
});

test('what a version before this one has shown is not shown again, nor what came before it', () => {
  file.set(`shownAlerts.user${ME}`, [5, 4]);
  presenter.catchUp(ME, [alert(6), alert(5), alert(4), alert(3)], 4);
  expect(titles()).toEqual(['Trade 6 closed']);
});

test('alerts of a server that began anew count anew', () => {
  presenter.catchUp(ME, [], 0);
  presenter.catchUp(ME, [alert(50)], 1);
  presenter.catchUp(ME, [alert(2)], 1);
  presenter.onAlert(ME, alert(3), 2);
  expect(titles()).toEqual(['Trade 50 closed', 'Trade 3 closed']);
});

test('an alert that is older than all that is remembered is not shown again', () => {
  for (let id = 1; id <= 502; id++) presenter.onAlert(ME, alert(id), id);
  vi.advanceTimersByTime(10_000);
  const shown = titles().length;
  presenter.catchUp(ME, [alert(502), alert(1)], 502);
  expect(titles()).toHaveLength(shown);
});

describe('how an alert is shown', () => {
  const kinds = () => events.map((event) => event.type);
  const WALLET = { categoryId: 5 };
  const ORDERS = { categoryId: 1 };

  test('a fill is a toast in a window that is looked at, and a notification beside it, without a sound', () => {
    isWatched = true;
    presenter.onAlert(ME, alert(1), 1);
    expect([kinds(), titles()]).toEqual([['alert.toasted'], ['Trade 1 closed']]);
  });

  test('what can wait is a notification only while nobody looks', () => {
    presenter.onAlert(ME, alert(1, { categoryId: 6 }), 1);
    isWatched = true;
    presenter.onAlert(ME, alert(2, { categoryId: 6 }), 2);
    expect([kinds(), titles()]).toEqual([[], ['Trade 1 closed']]);
  });

  test('money of the wallet is only counted, until the person wants more', () => {
    presenter.onAlert(ME, alert(1, WALLET), 1);
    expect([kinds(), titles(), badge]).toEqual([[], [], 1]);
    settings = {
      ...settings,
      notifications: { ...settings.notifications, channels: { wallet: ['native', 'sound'] } },
    };
    presenter.onAlert(ME, alert(2, WALLET), 2);
    expect([kinds(), titles()]).toEqual([['sound.requested'], ['Trade 2 closed']]);
  });

  test('what is critical uses every way, whatever its category was given', () => {
    isWatched = true;
    settings = { ...settings, notifications: { ...settings.notifications, channels: { orders: [] } } };
    presenter.onAlert(ME, alert(1, ORDERS), 1);
    expect([kinds(), titles()]).toEqual([[], []]);
    presenter.onAlert(ME, alert(2, { ...ORDERS, isCritical: true }), 2);
    expect(events).toMatchObject([{ type: 'sound.requested', sound: 'critical' }, { type: 'alert.toasted' }]);
    expect(notices[0]).toMatchObject({ isCritical: true, group: 'orders' });
  });

  test('the badge can be switched off, and comes back with the count', () => {
    settings = { ...settings, notifications: { ...settings.notifications, badge: false } };
    presenter.onAlert(ME, alert(1), 7);
    expect(badge).toBe(0);
    settings = { ...settings, notifications: { ...settings.notifications, badge: true } };
    presenter.refreshBadge();
    expect(badge).toBe(7);
  });
});

describe('in quiet hours', () => {
  const night = '2026-11-20T23:00:00+05:30';
  beforeEach(() => {
    vi.setSystemTime(Date.parse(night));
    settings = {
      ...settings,
      notifications: { ...settings.notifications, quiet: { when: 'daily', from: '22:00', to: '07:00' } },
    };
  });

  test('alerts are counted and shown together when the hours are over', () => {
    for (let id = 1; id <= 3; id++) presenter.onAlert(ME, alert(id), id);
    expect([titles(), events, badge]).toEqual([[], [], 3]);
    vi.advanceTimersByTime(7 * 3_600_000);
    expect(titles()).toEqual([]);
    vi.advanceTimersByTime(3_600_000 + 30_000);
    expect(titles()).toEqual(['3 alerts while it was quiet']);
    notices[0]?.onClick();
    expect(opened).toEqual(['/notifications']);
  });

  test('what they are shown as together does not depend on which of them came last', () => {
    for (let id = 1; id <= 3; id++) presenter.onAlert(ME, alert(id), id);
    // Of the wallet, which is only counted.
    presenter.onAlert(ME, alert(4, { categoryId: 5 }), 4);
    vi.advanceTimersByTime(8 * 3_600_000 + 30_000);
    expect(titles()).toHaveLength(1);
  });

  test('each channel shows what its categories chose, and groups what is of one', () => {
    const chosen = { trades: ['native'], broker: ['toast'], wallet: [] } as const;
    const channels = Object.fromEntries(Object.entries(chosen).map(([code, ways]) => [code, [...ways]]));
    settings = { ...settings, notifications: { ...settings.notifications, channels } };
    isWatched = true;
    for (const id of [1, 2]) presenter.onAlert(ME, alert(id), id);
    presenter.onAlert(ME, alert(3, { categoryId: CATEGORIES.broker }), 3);
    presenter.onAlert(ME, alert(4, { categoryId: CATEGORIES.wallet }), 4);
    vi.advanceTimersByTime(8 * 3_600_000 + 30_000);
    expect(notices).toMatchObject([{ title: '2 alerts while it was quiet', group: 'trades' }]);
    expect(notices[0]?.body).toBe('Trade 2 closed · Trade 1 closed');
    expect(events).toMatchObject([{ type: 'alert.toasted', title: 'Trade 3 closed' }]);
  });

  test('what is critical breaks through', () => {
    presenter.onAlert(ME, alert(1), 1);
    presenter.onAlert(ME, alert(2, { isCritical: true, title: 'Stop-loss hit' }), 2);
    expect(titles()).toEqual(['Stop-loss hit']);
  });

  test('an hour of quiet can be asked for on the notification itself', () => {
    settings = {
      ...settings,
      notifications: { ...settings.notifications, quiet: DEFAULT_SETTINGS.notifications.quiet },
    };
    presenter.onAlert(ME, alert(1), 1);
    notices[0]?.onMute();
    presenter.onAlert(ME, alert(2), 2);
    expect(titles()).toEqual(['Trade 1 closed']);
    vi.advanceTimersByTime(3_600_000 + 30_000);
    expect(titles()).toEqual(['Trade 1 closed', 'Trade 2 closed']);
  });

  test('the rest of a burst waits for their end when they have begun meanwhile', () => {
    vi.setSystemTime(Date.parse('2026-11-20T21:59:55+05:30'));
    for (let id = 1; id <= 5; id++) presenter.onAlert(ME, alert(id), id);
    vi.advanceTimersByTime(10_000);
    expect(titles()).toHaveLength(3);
    vi.advanceTimersByTime(9 * 3_600_000 + 30_000);
    expect(titles().slice(3)).toEqual(['2 alerts while it was quiet']);
  });

  test('alerts that came are shown after them, also when the program was restarted meanwhile', () => {
    for (let id = 1; id <= 3; id++) presenter.onAlert(ME, alert(id), id);
    // Closed for the night, and opened in the morning.
    vi.clearAllTimers();
    vi.setSystemTime(Date.parse('2026-11-21T08:00:00+05:30'));
    presenter = open();
    presenter.catchUp(ME, [alert(3), alert(2), alert(1)], 3);
    vi.advanceTimersByTime(30_000);
    expect(titles()).not.toEqual([]);
  });

  test('what was read before they end is not shown after a restart', () => {
    for (let id = 1; id <= 2; id++) presenter.onAlert(ME, alert(id), id);
    vi.clearAllTimers();
    vi.setSystemTime(Date.parse('2026-11-21T08:00:00+05:30'));
    presenter = open();
    presenter.catchUp(ME, [alert(2, { read: true }), alert(1)], 1);
    expect(titles()).toEqual(['Trade 1 closed']);
  });

  test('a session that ends takes what was held with it', () => {
    presenter.onAlert(ME, alert(1), 1);
    presenter.clear();
    vi.advanceTimersByTime(24 * 3_600_000);
    expect(titles()).toEqual([]);
  });
});

describe('a computer that refuses notifications', () => {
  const toasts = () => events.filter((event) => event.type === 'alert.toasted').map((event) => event.title);
  const refusals = () => events.filter((event) => event.type === 'notifications.refused');

  test('gets toasts instead, and it is said once', () => {
    presenter.onAlert(ME, alert(1), 1);
    notices[0]?.onRefused('not signed');
    presenter.onAlert(ME, alert(2), 2);
    expect(toasts()).toEqual(['Trade 1 closed', 'Trade 2 closed']);
    expect(refusals()).toEqual([{ type: 'notifications.refused', reason: 'not signed' }]);
    expect(notices).toHaveLength(1);
  });

  test('is noticed without trying', () => {
    isSupported = false;
    presenter.onAlert(ME, alert(1), 1);
    expect([notices.length, toasts().length, refusals().length]).toEqual([0, 1, 1]);
  });

  test('by the person’s own wish is nothing to complain of', () => {
    settings = { ...settings, notifications: { ...settings.notifications, native: false } };
    presenter.onAlert(ME, alert(1), 1);
    expect([notices.length, toasts().length, refusals().length]).toEqual([0, 0, 0]);
    isWatched = true;
    presenter.onAlert(ME, alert(2), 2);
    expect([notices.length, toasts().length, refusals().length]).toEqual([0, 1, 0]);
  });
});
