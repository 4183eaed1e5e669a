import type { DesktopFacts } from './desktop-facts.ts';

/** Facts that only the sources and the configuration of an app show. */
export interface AppSources {
  /** Text of each source file by its name. */
  readonly files: Readonly<Record<string, string>>;
  /** Switches of the packed binary by name; one that is not decided is missing. */
  readonly fuses: Readonly<Record<string, boolean>>;
  /** As the manifest asks for it. */
  readonly electron: string;
}

export type Subject = DesktopFacts & AppSources;

/** Points of https://www.electronjs.org/docs/latest/tutorial/security by their numbers there. */
export interface Point {
  readonly number: number;
  readonly title: string;
  /** Violations, each a short sentence. */
  readonly findings: (subject: Subject) => string[];
}

/** The majors that got security updates in November 2026 begin here. */
const OLDEST_SUPPORTED_MAJOR = 43;
/** Switches that open the binary to others, and those that close it. */
const FUSES = {
  RunAsNode: false,
  EnableNodeOptionsEnvironmentVariable: false,
  EnableNodeCliInspectArguments: false,
  GrantFileProtocolExtraPrivileges: false,
  EnableCookieEncryption: true,
  EnableEmbeddedAsarIntegrityValidation: true,
  OnlyLoadAppFromAsar: true,
} as const;
const DOORS = ['call', 'on'];
/** Addresses that the app may pass to the system's browser; none of the addresses that are tried is among them. */
const NOTHING_HANDED_OUT: readonly string[] = [];

/** Windows in which a preference is not `wanted`; a missing one has Electron's default, which is the safe one. */
const preference = (name: string, wanted: unknown) => (subject: Subject) =>
  subject.preferences.flatMap((each) =>
    (each[name] ?? wanted) === wanted ? [] : [`a window has ${name}: ${String(each[name])}`],
  );

const inSources = (pattern: RegExp) => (subject: Subject) =>
  Object.entries(subject.files).flatMap(([name, text]) =>
    pattern.test(text) ? [`${name} has ${pattern}`] : [],
  );

const all =
  (...checks: Point['findings'][]) =>
  (subject: Subject) =>
    checks.flatMap((check) => check(subject));

const policyFindings = ({ policy }: Subject): string[] => {
  if (policy === null) return ['a page comes without a Content-Security-Policy'];
  const directives = new Map(
    policy.split(';').map((directive) => {
      const [name = '', ...values] = directive.trim().split(/\s+/);
      return [name, values] as const;
    }),
  );
  const scripts = directives.get('script-src') ?? directives.get('default-src') ?? ['*'];
  const loose = scripts.filter((value) => !["'self'", "'none'"].includes(value));
  const open = ['default-src', 'base-uri', 'form-action'].filter((name) => !directives.has(name));
  return [
    ...loose.map((value) => `scripts run from ${value}`),
    ...open.map((name) => `${name} is left open`),
  ];
};

export const ELECTRON_CHECKLIST: readonly Point[] = [
  {
    number: 1,
    title: 'only secure content is loaded',
    findings: ({ addresses }) => addresses.filter((address) => /^(http|ws|ftp):/i.test(address)),
  },
  {
    number: 2,
    title: 'pages have no Node.js',
    findings: all(
      ...['nodeIntegration', 'nodeIntegrationInWorker', 'nodeIntegrationInSubFrames'].map((name) =>
        preference(name, false),
      ),
    ),
  },
  {
    number: 3,
    title: 'pages are isolated from their preload',
    findings: preference('contextIsolation', true),
  },
  { number: 4, title: 'pages are sandboxed', findings: preference('sandbox', true) },
  {
    number: 5,
    title: 'permissions are asked for and refused',
    findings: ({ permissions }) => permissions.map((name) => `the page was given ${name}`),
  },
  { number: 6, title: 'web security stays on', findings: preference('webSecurity', true) },
  { number: 7, title: 'a strict Content-Security-Policy', findings: policyFindings },
  {
    number: 8,
    title: 'no insecure content in secure pages',
    findings: preference('allowRunningInsecureContent', false),
  },
  { number: 9, title: 'no experimental features', findings: preference('experimentalFeatures', false) },
  {
    number: 10,
    title: 'no Blink features switched on',
    findings: preference('enableBlinkFeatures', undefined),
  },
  {
    number: 11,
    title: 'no webviews, and none that opens windows',
    findings: all(preference('webviewTag', false), inSources(/\ballowpopups\b/i)),
  },
  {
    number: 12,
    title: 'webviews are decided about before they are made',
    findings: ({ isWebviewDecided }) => (isWebviewDecided ? [] : ['nobody decides about webviews']),
  },
  {
    number: 13,
    title: 'pages cannot be left',
    findings: ({ leftFor }) => leftFor.map((address) => `the window was left for ${address}`),
  },
  {
    number: 14,
    title: 'pages open no windows',
    findings: ({ popups }) => (popups === 0 ? [] : [`${popups} windows were opened`]),
  },
  {
    number: 15,
    title: 'nothing untrusted is handed to the system',
    findings: ({ handedOut }) => handedOut.filter((address) => !NOTHING_HANDED_OUT.includes(address)),
  },
  {
    number: 16,
    title: 'an Electron that still gets security updates, exactly named',
    findings: ({ electron }) => {
      const [, major] = /^(\d+)\.\d+\.\d+$/.exec(electron) ?? [];
      if (major === undefined) return [`"${electron}" names no one version`];
      return Number(major) < OLDEST_SUPPORTED_MAJOR ? [`Electron ${major} gets no updates any more`] : [];
    },
  },
  {
    number: 17,
    title: 'senders of messages are checked',
    findings: ({ answered }) => answered.map((who) => `${who} was answered`),
  },
  {
    number: 18,
    title: 'no page from file:',
    findings: all(
      ({ addresses }) => addresses.filter((address) => /^file:/i.test(address)),
      inSources(/\.loadFile\(|loadURL\(\s*[`'"]file:/),
    ),
  },
  {
    number: 19,
    title: 'the switches of the binary are decided, and shut',
    findings: ({ fuses }) =>
      Object.entries(FUSES).flatMap(([name, wanted]) =>
        fuses[name] === wanted ? [] : [`${name} is ${String(fuses[name] ?? 'not decided')}`],
      ),
  },
  {
    number: 20,
    title: 'pages are given no Electron',
    findings: ({ doors }) =>
      doors.filter((name) => !DOORS.includes(name)).map((name) => `the page finds ${name}`),
  },
];
