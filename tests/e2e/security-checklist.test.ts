import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FuseV1Options } from '@electron/fuses';
import { _electron, expect, test as base } from 'playwright/test';
import { factsOf, type DesktopFacts } from '../security/desktop-facts.ts';
import { type AppSources, ELECTRON_CHECKLIST, type Subject } from '../security/electron-checklist.ts';
import { ROOT, test } from './desktop-app.ts';

const VIOLATING_APP = join(ROOT, 'tests/security/violating-app');
/** Points that a running app does not show: a violation is seeded into sources and configuration. */
const SEEDED_SOURCES: Readonly<Record<number, (sources: AppSources) => AppSources>> = {
  11: (sources) => ({ ...sources, files: { 'page.tsx': '<webview src="x" allowpopups>' } }),
  16: (sources) => ({ ...sources, electron: '^45.4.1' }),
  18: (sources) => ({ ...sources, files: { 'window.ts': "window.loadFile('index.html')" } }),
  19: (sources) => ({ ...sources, fuses: { ...sources.fuses, RunAsNode: true } }),
};
const SHOWN_BY_A_RUNNING_APP = ELECTRON_CHECKLIST.filter(({ number }) => ![16, 19].includes(number));

const ourSources = async (): Promise<AppSources> => {
  const folders = ['src/main', 'src/preload', 'src/renderer'].map((folder) => join(ROOT, folder));
  const names = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(tsx?|html)$/.test(name))
      .map((name) => join(folder, name)),
  );
  const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    devDependencies: { electron: string };
  };
  const packaging = join(ROOT, 'build/electron-builder.config.mjs');
  const { FUSES: decided } = (await import(packaging)) as { FUSES: Readonly<Record<number, boolean>> };
  const fuses = Object.entries(FuseV1Options).flatMap(([name, index]) => {
    const value = typeof index === 'number' ? decided[index] : undefined;
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    files: Object.fromEntries(names.map((name) => [name, readFileSync(name, 'utf8')])),
    fuses: Object.fromEntries(fuses),
    electron: manifest.devDependencies.electron,
  };
};

const violatedPoints = (subject: Subject): number[] =>
  ELECTRON_CHECKLIST.filter(({ findings }) => findings(subject).length > 0).map(({ number }) => number);

/** Facts of an app that violates one point; 0 is none. */
const factsOfViolating = async (point: number): Promise<DesktopFacts> => {
  const data = mkdtempSync(join(tmpdir(), 'violating-'));
  const app = await _electron.launch({
    args: [VIOLATING_APP, `--user-data-dir=${data}`, `--violates=${point}`],
    colorScheme: null,
  });
  try {
    const page = await app.firstWindow();
    await page.waitForFunction(() => document.readyState === 'complete' && document.title === 'Violating');
    return await factsOf(app, page);
  } finally {
    await app.close();
    rmSync(data, { recursive: true, maxRetries: 10, retryDelay: 100 });
  }
};

test('our app keeps to all twenty points of Electron’s security checklist', async ({ desktop }) => {
  await desktop.page.waitForURL(/#\/login$/);
  const subject = { ...(await factsOf(desktop.app, desktop.page)), ...(await ourSources()) };
  expect(subject.preferences.length).toBeGreaterThan(0);
  expect(Object.keys(subject.files).length).toBeGreaterThan(100);
  const findings = ELECTRON_CHECKLIST.flatMap(({ number, findings: findingsIn }) =>
    findingsIn(subject).map((finding) => `${number}: ${finding}`),
  );
  expect(findings).toEqual([]);
  expect(ELECTRON_CHECKLIST.map(({ number }) => number)).toEqual(
    Array.from({ length: 20 }, (_, at) => at + 1),
  );
});

base.describe('a violation is found where it is seeded, and nowhere else:', () => {
  for (const { number, title } of SHOWN_BY_A_RUNNING_APP)
    base(`${number}. ${title}`, async () => {
      expect(violatedPoints({ ...(await factsOfViolating(number)), ...(await ourSources()) })).toEqual([
        number,
      ]);
    });

  base('11, 16, 18 and 19, in sources and configuration', async () => {
    const sources = await ourSources();
    const facts = await factsOfViolating(0);
    expect(violatedPoints({ ...facts, ...sources })).toEqual([]);
    for (const [number, seed] of Object.entries(SEEDED_SOURCES))
      expect(violatedPoints({ ...facts, ...seed(sources) })).toEqual([Number(number)]);
  });
});
