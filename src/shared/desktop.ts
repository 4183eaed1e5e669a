import { z } from 'zod';
import { ALERT_CATEGORY_CODES } from './alert-category.ts';
import { ALERT_CHANNELS } from './alert-channels.ts';
import { BackupSummarySchema, LONGEST_PASSPHRASE, SettledSchema, SHORTEST_PASSPHRASE } from './backup.ts';
import {
  ForgotPasswordInputSchema,
  LoginInputSchema,
  RegisterInputSchema,
  ResetPasswordInputSchema,
  UserDataSchema,
} from './contract/session.ts';
import type { CallOptions } from './contract/endpoint.ts';
import { StreamEventSchema } from './contract/stream.ts';
import { KEY_STATES } from './key-state.ts';
import { LANGUAGE_CODES } from './languages.ts';
import { ACTION_IDS } from './shortcuts.ts';
import { PRINT_LIMIT } from './print-limit.ts';
import { WATCHED_LONGEST, WATCHED_MOST } from './quotes.ts';

/**
 * Messages between renderer and shell, beside the platform's calls. Commands are orders and travel over the bridge
 * under `desktop.<name>`; events are facts that main broadcasts to every window.
 */
export const SKINS = ['light', 'dark', 'contrast', 'system'] as const;
export const MONEY_PALETTES = ['classic', 'safe', 'mono'] as const;
export const DENSITIES = ['comfortable', 'standard', 'compact'] as const;

/** A backend elsewhere: https, or http on this machine only. */
export const BackendUrlSchema = z.union(
  [
    z.url({ protocol: /^https$/ }),
    z.url({ protocol: /^http$/, hostname: /^(localhost|127\.0\.0\.1|\[::1\])$/ }),
  ],
  { error: 'must be an https address (http only for this machine)' },
);

export const BackendChoiceSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('embedded') }),
  z.object({ kind: z.literal('server'), url: BackendUrlSchema }),
]);
export type BackendChoice = z.output<typeof BackendChoiceSchema>;

/**
 * Change of backend that a window asks for: a token goes in and never out. One that is left out stays as it is kept for
 * that address.
 */
export const BackendChangeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('embedded') }),
  z.object({
    kind: z.literal('server'),
    url: BackendUrlSchema,
    apiToken: z.string().min(1).max(200).optional(),
  }),
]);
export type BackendChange = z.output<typeof BackendChangeSchema>;

const LayoutSchema = z.object({
  menu: z.enum(['vertical', 'collapsed', 'horizontal']).default('vertical'),
  content: z.enum(['boxed', 'full']).default('boxed'),
  navbar: z.enum(['floating', 'sticky', 'static']).default('floating'),
  footer: z.enum(['hidden', 'status-bar']).default('hidden'),
});
/** When nothing but critical alerts is shown: never, whenever the exchange is shut, or between two times of the day. */
export const QUIET_TIMES = ['never', 'outside-market', 'daily'] as const;

const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 22:00');
const NotificationsSchema = z.object({
  native: z.boolean().default(true),
  toast: z.boolean().default(true),
  sound: z.boolean().default(true),
  /** The number of unread alerts on the icon. */
  badge: z.boolean().default(true),
  isPrivate: z.boolean().default(false),
  /** Channels of a category, where the person has chosen them. */
  channels: z.partialRecord(z.enum(ALERT_CATEGORY_CODES), z.array(z.enum(ALERT_CHANNELS))).default({}),
  quiet: z
    .object({
      when: z.enum(QUIET_TIMES).default('never'),
      from: clock.default('22:00'),
      to: clock.default('07:00'),
    })
    .prefault({}),
});
/** `ask` until the person has said what closing the window means. */
export const CLOSING = ['ask', 'tray', 'quit'] as const;
const WindowsSchema = z.object({
  closing: z.enum(CLOSING).default('ask'),
  isStartedAtSignIn: z.boolean().default(false),
  /** Of the small window with today's result, percent. */
  miniOpacityPercent: z.int().min(70).max(100).default(100),
});
const BackupsSchema = z.object({
  /**
   * Whether one backup a day is kept beside the data. The newest seven stay; each is made when the trading day is over.
   */
  isDaily: z.boolean().default(true),
});
/** Introductions that the person has seen on this computer; none of it is shown a second time by itself. */
const GuidanceSchema = z.object({
  isFirstRunDone: z.boolean().default(false),
  isTourDone: z.boolean().default(false),
  /** The first steps are no longer on Home; Help has them. */
  isChecklistHidden: z.boolean().default(false),
  /** `YYYY-MM-DD` of the last morning whose check was put away. */
  morningCheckedOn: z.string().nullable().default(null),
});
const fields = {
  language: z.enum(LANGUAGE_CODES),
  skin: z.enum(SKINS),
  moneyPalette: z.enum(MONEY_PALETTES),
  density: z.enum(DENSITIES),
  layout: LayoutSchema,
  isCalm: z.boolean(),
  /** Whether single letters act while a list has the focus. */
  hasLetterKeys: z.boolean(),
  notifications: NotificationsSchema,
  windows: WindowsSchema,
  /** Looks for a new version once in a while; nothing is downloaded or installed without being asked for. */
  looksForUpdates: z.boolean(),
  backups: BackupsSchema,
  guidance: GuidanceSchema,
  backend: BackendChoiceSchema,
  pageSize: z.union([z.literal(12), z.literal(24), z.literal(48)]),
};

/** Settings of this computer, with the specification's layout defaults. */
export const SettingsSchema = z.object({
  language: fields.language.default('en'),
  skin: fields.skin.default('light'),
  moneyPalette: fields.moneyPalette.default('classic'),
  density: fields.density.default('standard'),
  layout: fields.layout.prefault({}),
  isCalm: fields.isCalm.default(false),
  hasLetterKeys: fields.hasLetterKeys.default(true),
  notifications: fields.notifications.prefault({}),
  windows: fields.windows.prefault({}),
  looksForUpdates: fields.looksForUpdates.default(true),
  backups: fields.backups.prefault({}),
  guidance: fields.guidance.prefault({}),
  backend: fields.backend.default({ kind: 'embedded' }),
  pageSize: fields.pageSize.default(12),
});
export type Settings = z.output<typeof SettingsSchema>;
export const DEFAULT_SETTINGS: Settings = SettingsSchema.parse({});

/** Part of the settings; a part that is left out stays as it is: a default here would change it. */
export const SettingsChangeSchema = z.object({ ...fields, backend: BackendChangeSchema }).partial();

export const SessionStateSchema = z.object({
  /** Null when nobody is signed in. */
  user: UserDataSchema.nullable(),
  /** Where the session is kept; `memory` means signing in again after a restart. */
  keptIn: z.enum(['keychain', 'safe-storage', 'memory']),
  /** Name last signed in with on this computer. */
  lastName: z.string().nullable(),
});
export type SessionState = z.output<typeof SessionStateSchema>;

export const BACKEND_STATES = ['starting', 'up', 'restarting', 'failed'] as const;
export const BackendStateSchema = z.object({
  state: z.enum(BACKEND_STATES),
  kind: z.enum(['embedded', 'server']),
  /** A sentence for the person; with the tail of the log when it failed. */
  message: z.string(),
  logTail: z.array(z.string()),
  /** Whether what is sealed in the data can be opened. */
  keyState: z.enum(KEY_STATES),
});
export type BackendState = z.output<typeof BackendStateSchema>;

/** Where in the app: what comes from a window only ever says where to go. */
const RouteSchema = z
  .string()
  .max(500)
  .regex(/^\/[^\s]*$/, 'must be a page of TrickDesk');

export const WindowStateSchema = z.object({
  kind: z.enum(['main', 'pop-out', 'mini']),
  isOnTop: z.boolean(),
  canStayOnTop: z.boolean(),
});
export type WindowState = z.output<typeof WindowStateSchema>;

export const UPDATE_STATES = [
  'off',
  'none',
  'checking',
  'available',
  'downloading',
  'ready',
  'failed',
] as const;
export const UpdateStateSchema = z.object({
  state: z.enum(UPDATE_STATES),
  /** The version that is there, downloaded or being downloaded. */
  version: z.string().nullable(),
  /** Of the download, 0 to 100. */
  percent: z.number(),
  /** A sentence if there is something to say: why it failed, for instance. */
  message: z.string(),
  /** When it was last looked, epoch ms. */
  checkedAt: z.int().nullable(),
});
export type UpdateState = z.output<typeof UpdateStateSchema>;

/** When and how the app ended against its will. The text is what support would read; nothing is sent by itself. */
export const CrashReportSchema = z.object({ at: z.int(), text: z.string() });
export type CrashReport = z.output<typeof CrashReportSchema>;

const day = z.iso.date();
/** A backup beside the data, of an Indian calendar day. */
export const KeptBackupSchema = z.object({ day, bytes: z.int() });
export type KeptBackup = z.output<typeof KeptBackupSchema>;

export const DataStateSchema = z.object({
  /** False with a server, whose data is not this computer's. */
  isEmbedded: z.boolean(),
  isBusy: z.boolean(),
  /** Progress of the work that keeps it busy; null when none is under way. */
  percent: z.int().nullable(),
  /** Whether the backups of every day are sealed; `waiting` when their passphrase is not at hand, and none is made. */
  daily: z.enum(['open', 'sealed', 'waiting']),
  /** Why the last daily backup could not be made, as a sentence; null when it could. */
  dailyProblem: z.string().nullable(),
  folder: z.string(),
  /** Newest first. */
  kept: z.array(KeptBackupSchema),
});
export type DataState = z.output<typeof DataStateSchema>;

/** Passphrase that seals a backup. */
const passphrase = z.string().min(SHORTEST_PASSPHRASE).max(LONGEST_PASSPHRASE);
const command = <I extends z.ZodType, O extends z.ZodType>(input: I, output: O) => ({ input, output });
const Nothing = z.object({});

export const desktopCommands = {
  'session.state': command(Nothing, SessionStateSchema),
  'session.sign-in': command(
    LoginInputSchema.unwrap().extend({ isRemembered: z.boolean().default(true) }),
    SessionStateSchema,
  ),
  'session.register': command(RegisterInputSchema, SessionStateSchema),
  /** A code by mail for a new password; `outbox` is the folder in which the built-in server leaves mail. */
  'session.forgot-password': command(ForgotPasswordInputSchema, z.object({ outbox: z.string().nullable() })),
  'session.reset-password': command(ResetPasswordInputSchema, Nothing),
  'session.sign-out': command(Nothing, SessionStateSchema),
  'settings.read': command(Nothing, SettingsSchema),
  'settings.change': command(SettingsChangeSchema, SettingsSchema),
  'backend.state': command(Nothing, BackendStateSchema),
  'backend.restart': command(Nothing, BackendStateSchema),
  /** Check the keychain again; waits as long as a person needs to unlock it. */
  'keychain.retry': command(Nothing, SessionStateSchema),
  /** Quiet for a number of minutes, 0 ends it; returns until when, epoch ms. */
  'notifications.quiet': command(
    z.object({ minutes: z.int().min(0).max(720) }),
    z.object({ until: z.int().nullable() }),
  ),
  'notifications.test': command(Nothing, z.object({ isShown: z.boolean() })),
  /**
   * Wait for changed prices or values; returns the latest of each. The window asks again when it has dealt with them.
   * All other facts of the stream come by themselves, as `stream.event`.
   */
  'stream.next': command(Nothing, z.object({ events: z.array(StreamEventSchema) })),
  /** Symbols whose prices the asking window shows, in place of those before. Prices of others do not come. */
  'stream.watch': command(
    z.object({ symbols: z.array(z.string().max(WATCHED_LONGEST)).max(WATCHED_MOST) }),
    Nothing,
  ),
  /** Connects the stream anew at once, without waiting for its next attempt. */
  'stream.retry': command(Nothing, Nothing),
  /** Shows a page in a window of its own. */
  'window.pop-out': command(z.object({ route: RouteSchema }), Nothing),
  /** Opens the small window with today's result, or closes it. */
  'window.toggle-mini': command(Nothing, z.object({ isOpen: z.boolean() })),
  /** Keeps the asking window over all others; not possible on Wayland. */
  'window.keep-on-top': command(z.object({ isOnTop: z.boolean() }), WindowStateSchema),
  /** Zoom the page of the asking window by a step. It stays between 80 and 200 percent; 0 goes back to 100. */
  'window.zoom': command(z.object({ steps: z.int().min(-1).max(1) }), Nothing),
  'window.state': command(Nothing, WindowStateSchema),
  /** Brings the main window to the front at a route. */
  'window.open-main': command(z.object({ route: RouteSchema }), Nothing),
  /** Show the main window, asking whether to stop all live trading. */
  'window.ask-stop-all': command(Nothing, Nothing),
  'window.close': command(Nothing, Nothing),
  /** Opens an https page of the allow-list in the browser. */
  'link.open': command(z.object({ url: z.string().max(2_000) }), Nothing),
  'app.about': command(
    Nothing,
    z.object({
      version: z.string(),
      electron: z.string(),
      node: z.string(),
      dataFolder: z.string(),
      /** Whether this copy is installed: only then can it start with the computer or update itself. */
      isInstalled: z.boolean(),
    }),
  ),
  /** Facts about this computer for support, as text without secrets: shown before it is sent. */
  'app.diagnostics': command(Nothing, z.object({ text: z.string() })),
  /** The notices of everything that the app is made from. */
  'app.licences': command(Nothing, z.object({ text: z.string() })),
  'updates.state': command(Nothing, UpdateStateSchema),
  'updates.check': command(Nothing, UpdateStateSchema),
  'updates.download': command(Nothing, UpdateStateSchema),
  /** Ends the app and starts the new version; refused while the market is open or something live runs. */
  'updates.install': command(Nothing, UpdateStateSchema),
  /** Report of the app's last crash; null when it has not crashed. */
  'crash.report': command(Nothing, z.object({ report: CrashReportSchema.nullable() })),
  'crash.forget': command(Nothing, Nothing),
  'data.state': command(Nothing, DataStateSchema),
  /** Saves a backup to a file the person picks, and proves it; both are null when they cancelled. */
  'data.backup': command(
    z.object({ passphrase: passphrase.optional() }),
    z.object({ path: z.string().nullable(), backup: BackupSummarySchema.nullable() }),
  ),
  /** Prove a day's kept backup, or a file that the user picks; null when they cancelled. */
  'data.check': command(
    z.object({ day: day.optional() }),
    z.object({ backup: BackupSummarySchema.nullable(), needsPassphrase: z.boolean() }),
  ),
  /** Open and prove the last checked backup, which needs a passphrase. */
  'data.unlock': command(
    z.object({ passphrase: z.string().min(1).max(LONGEST_PASSPHRASE) }),
    z.object({ backup: BackupSummarySchema.nullable() }),
  ),
  /** Seal daily backups from now on with a passphrase. The vault keeps it; null leaves the backups open. */
  'data.seal-daily': command(z.object({ passphrase: passphrase.nullable() }), DataStateSchema),
  /** Restores what was checked last, and signs out. Refused while something live runs or is open. */
  'data.restore': command(Nothing, SettledSchema),
  /** Deletes everything, when `words` are the right ones. Refused while something live runs or is open. */
  'data.clear': command(z.object({ words: z.string().max(100) }), SettledSchema),
  /** Saves text to a file the person picks; `path` is null when they cancelled. */
  'file.save': command(
    z.object({ name: z.string().min(1).max(120), text: z.string().max(64 * 1024 * 1024) }),
    z.object({ path: z.string().nullable() }),
  ),
  /** The same with the bytes of any file, as base64. */
  'file.saveBytes': command(
    z.object({ name: z.string().min(1).max(120), base64: z.base64().max(8 * 1024 * 1024) }),
    z.object({ path: z.string().nullable() }),
  ),
  /**
   * Print a document to a PDF file that the user picks. It is HTML without scripts and without anything from elsewhere;
   * `path` is null when they cancelled.
   */
  'file.savePdf': command(
    z.object({ name: z.string().min(1).max(120), html: z.string().min(1).max(PRINT_LIMIT) }),
    z.object({ path: z.string().nullable() }),
  ),
} as const;
export type DesktopCommands = typeof desktopCommands;
export type DesktopCommandId = keyof DesktopCommands;
/** Call ids of desktop commands on the bridge. */
export const DESKTOP_PREFIX = 'desktop.';

export const DesktopEventSchema = z.discriminatedUnion('type', [
  /** The session ended; the person must sign in again. */
  z.object({ type: z.literal('session.expired') }),
  z.object({ type: z.literal('session.changed'), session: SessionStateSchema }),
  z.object({ type: z.literal('settings.changed'), settings: SettingsSchema }),
  z.object({ type: z.literal('backend.changed'), backend: BackendStateSchema }),
  /** The stream's own facts, passed on; what moves is asked for with `stream.next`. */
  z.object({ type: z.literal('stream.event'), event: StreamEventSchema }),
  z.object({
    type: z.literal('stream.changed'),
    state: z.enum(['open', 'polling', 'closed']),
    /** Epoch ms of the last word of the backend. It may be well before it was missed; null before the first. */
    heardAt: z.number().nullable().optional(),
  }),
  /** The computer has slept: whatever is shown is old, and everything is asked for anew. */
  z.object({ type: z.literal('system.resumed') }),
  /** Go to a route: a notification or deep link was followed, or a menu item chosen. */
  z.object({ type: z.literal('route.requested'), route: z.string() }),
  /** A menu item or shortcut that the window itself carries out. */
  z.object({
    type: z.literal('action.requested'),
    action: z.enum(ACTION_IDS),
  }),
  z.object({ type: z.literal('updates.changed'), updates: UpdateStateSchema }),
  /** A sound for an alert, played by the window that receives this. */
  z.object({ type: z.literal('sound.requested'), sound: z.enum(['critical', 'news']) }),
  /** Whether the person has asked for quiet for a while; epoch ms at which it ends. */
  z.object({ type: z.literal('quiet.changed'), until: z.int().nullable() }),
  /** The system refuses notifications; said once. */
  z.object({ type: z.literal('notifications.refused'), reason: z.string() }),
  /** An alert to show as a toast, not having been shown natively. */
  z.object({
    type: z.literal('alert.toasted'),
    title: z.string(),
    body: z.string(),
    link: z.string(),
    isCritical: z.boolean(),
  }),
]);
export type DesktopEvent = z.output<typeof DesktopEventSchema>;

/** The one channel for calls and the one for events. */
export const CALL_CHANNEL = 'trickdesk:call';
export const EVENT_CHANNEL = 'trickdesk:event';

/** Interface that the preload exposes as `window.bridge`. */
export interface Bridge {
  call(id: string, input: unknown, options?: CallOptions): Promise<unknown>;
  on(callback: (event: DesktopEvent) => void): () => void;
}
