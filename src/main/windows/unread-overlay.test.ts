import { afterEach, expect, test, vi } from 'vitest';
import { speak } from '../messages/messages.ts';
import { showUnread } from './unread-overlay.ts';

interface Representation {
  readonly scaleFactor: number;
  readonly width: number;
  readonly buffer: Buffer;
}
const drawn = vi.hoisted(() => ({ images: [] as Representation[][] }));
vi.mock('electron', () => ({
  nativeImage: {
    createEmpty: () => {
      const image: Representation[] = [];
      drawn.images.push(image);
      return { addRepresentation: (one: Representation) => image.push(one) };
    },
  },
}));
afterEach(() => speak('en'));

const taskbar = () => ({ setOverlayIcon: vi.fn<(icon: unknown, words: string) => void>() });

test('unread alerts are marked and announced, and none take the mark away', () => {
  const window = taskbar();
  showUnread(window, 3, 'win32');
  showUnread(window, 1, 'win32');
  showUnread(window, 0, 'win32');
  expect(window.setOverlayIcon.mock.calls.map(([icon, words]) => [icon !== null, words])).toEqual([
    [true, '3 alerts unread'],
    [true, '1 alert unread'],
    [false, ''],
  ]);
});

test('the mark is drawn for every scale: solid in the middle, clear in the corners', () => {
  showUnread(taskbar(), 1, 'win32');
  const image = drawn.images.at(-1) ?? [];
  expect(image.map(({ scaleFactor, width }) => [scaleFactor, width])).toEqual([
    [1, 16],
    [2, 32],
  ]);
  for (const { width, buffer } of image) {
    const opacityAt = (x: number, y: number) => buffer[(y * width + x) * 4 + 3];
    expect(buffer).toHaveLength(width * width * 4);
    expect([opacityAt(width / 2, width / 2), opacityAt(0, 0)]).toEqual([255, 0]);
  }
});

test('other systems have no such mark, and a window that is not there gets none', () => {
  const window = taskbar();
  showUnread(window, 3, 'linux');
  showUnread(window, 3, 'darwin');
  showUnread(undefined, 3, 'win32');
  expect(window.setOverlayIcon).not.toHaveBeenCalled();
});

test('it is announced in Hindi too', () => {
  speak('hi');
  const window = taskbar();
  showUnread(window, 2, 'win32');
  expect(window.setOverlayIcon.mock.calls[0]?.[1]).toMatch(/[\u0900-\u097F]/);
});
