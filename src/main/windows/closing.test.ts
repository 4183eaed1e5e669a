import { beforeEach, expect, test, vi } from 'vitest';
import { DEFAULT_SETTINGS, type Settings } from '../../shared/desktop.ts';
import type { TradingStatus } from '../status/trading-status.ts';
import { Closing } from './closing.ts';

type BeforeQuit = (event: { preventDefault: () => void }) => void;

const system = vi.hoisted(() => ({
  beforeQuit: [] as BeforeQuit[],
  /** Answers of the person, and the questions. */
  answers: [] as { response: number; checkboxChecked: boolean }[],
  asked: [] as { message: string; detail: string; buttons: string[]; defaultId: number; cancelId: number }[],
  isGone: false,
}));
vi.mock('electron', () => ({
  app: {
    on: (_name: string, listener: BeforeQuit) => system.beforeQuit.push(listener),
    quit: () => {
      let isKept = false;
      for (const listener of system.beforeQuit) listener({ preventDefault: () => (isKept = true) });
      system.isGone ||= !isKept;
    },
  },
  dialog: {
    showMessageBox: (question: (typeof system.asked)[number]) => {
      system.asked.push(question);
      return Promise.resolve(system.answers.shift());
    },
  },
}));
const { app } = await import('electron');

let settings: Settings;
let status: TradingStatus | null;
let hidden: number;
beforeEach(() => {
  Object.assign(system, { beforeQuit: [], answers: [], asked: [], isGone: false });
  [settings, status, hidden] = [DEFAULT_SETTINGS, null, 0];
});

const idle = { today: 0, running: 0, openPositions: 0, basketShares: 0, resting: 0, watched: 0, bare: 0 };
const atStake = (running: number, openPositions: number, watched = 0, bare = 0): TradingStatus => ({
  live: { ...idle, running, openPositions, watched, bare },
  test: { ...idle, running: 5 },
  needsPerson: false,
});
const closing = (platform: NodeJS.Platform = 'linux') =>
  new Closing({
    settings: () => settings,
    change: (part) => (settings = { ...settings, ...part }),
    status: () => status,
    hide: () => hidden++,
    platform,
  });
const answer = (response: number, checkboxChecked = false) =>
  system.answers.push({ response, checkboxChecked });
const settled = () => new Promise((done) => setTimeout(done, 0));
const [KEEP, QUIT, CANCEL] = [0, 1, 2];

test.each([
  ['nobody is signed in', null],
  ['only test strategies run', atStake(0, 0)],
])('quitting asks nothing while %s', (_, now) => {
  status = now;
  closing();
  app.quit();
  expect([system.isGone, system.asked]).toEqual([true, []]);
});

test('with a live strategy quitting asks; keeping on is what Enter and Esc choose, and quits nothing', async () => {
  status = atStake(2, 1);
  closing();
  answer(KEEP);
  app.quit();
  await settled();
  expect(system.isGone).toBe(false);
  const [question] = system.asked;
  expect(question).toMatchObject({ message: 'Quit while you trade live?', defaultId: KEEP, cancelId: KEEP });
  expect(question?.detail).toContain('2 live strategies are running. 1 live position is open.');
  expect(question?.detail).toContain('after quitting nothing watches them');
});

test('with an order by hand that rests at the broker quitting says that it may fill meanwhile', async () => {
  status = { ...atStake(0, 0), live: { ...idle, resting: 1 } };
  closing();
  answer(KEEP);
  app.quit();
  await settled();
  expect(system.isGone).toBe(false);
  expect(system.asked[0]?.detail).toContain('1 live order by hand rests at the broker');
});

test.each([
  [1, 0, '1 live position has no stop at the broker: while TrickDesk is closed nothing protects it.'],
  [1, 2, '3 live positions have no stop at the broker: while TrickDesk is closed nothing protects them.'],
])(
  'of %i watched and %i bare live positions the question says that nothing protects them',
  async (watched, bare, sentence) => {
    status = atStake(0, 4, watched, bare);
    closing();
    answer(KEEP);
    app.quit();
    await settled();
    expect(system.asked[0]?.detail).toContain(sentence);
  },
);

test('strategies that run on a server go on watching their positions', async () => {
  settings = { ...DEFAULT_SETTINGS, backend: { kind: 'server', url: 'https://desk.example' } };
  status = atStake(0, 4, 1, 1);
  closing();
  answer(KEEP);
  app.quit();
  await settled();
  expect(system.asked[0]?.detail).not.toContain('nothing protects');
});

test('a user who chooses to quit is not asked a second time', async () => {
  status = atStake(0, 1);
  closing();
  answer(QUIT);
  app.quit();
  await settled();
  expect([system.isGone, system.asked.length]).toEqual([true, 1]);
});

test('one question at a time, and a strategy on a server goes on by itself', async () => {
  status = atStake(1, 0);
  settings = {
    ...settings,
    backend: { kind: 'server', url: 'https://desk.example' },
  };
  closing();
  answer(KEEP);
  app.quit();
  app.quit();
  await settled();
  expect(system.asked).toHaveLength(1);
  expect(system.asked[0]?.detail).toContain('go on without the app');
});

test('closing the window hides it, quits, or asks, as the person has set it', async () => {
  const closer = closing();
  const set = (choice: Settings['windows']['closing']) =>
    (settings = { ...settings, windows: { ...settings.windows, closing: choice } });
  set('tray');
  expect([closer.keepsWindow(), hidden]).toEqual([true, 1]);
  set('ask');
  answer(CANCEL, true);
  expect(closer.keepsWindow()).toBe(true);
  await settled();
  expect([hidden, system.isGone, settings.windows.closing]).toEqual([1, false, 'ask']);
  answer(KEEP, true);
  closer.keepsWindow();
  await settled();
  expect([hidden, settings.windows.closing]).toEqual([2, 'tray']);
  set('quit');
  closer.keepsWindow();
  expect(system.isGone).toBe(true);
  expect(closer.keepsWindow(), 'the window goes with the app').toBe(false);
});

test('closing the window where that quits asks first when money is at stake', async () => {
  status = atStake(1, 1);
  settings = { ...settings, windows: { ...settings.windows, closing: 'quit' } };
  const closer = closing();
  answer(KEEP);
  expect(closer.keepsWindow()).toBe(true);
  await settled();
  expect([system.asked.length, system.isGone]).toEqual([1, false]);
});

test('on macOS a window closes and the app goes on', () => {
  expect(closing('darwin').keepsWindow()).toBe(false);
  expect(system.asked).toEqual([]);
});
