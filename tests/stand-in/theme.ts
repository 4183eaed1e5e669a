import { EventEmitter } from 'node:events';
import type { Session as DevToolsSession } from './devtools.ts';

const pages = new Set<DevToolsSession>();

const SOURCES = ['system', 'light', 'dark'] as const;
type ThemeSource = (typeof SOURCES)[number];

class NativeTheme extends EventEmitter {
  readonly shouldUseHighContrastColors = false;
  readonly shouldUseInvertedColorScheme = false;
  #source: ThemeSource = 'system';

  get shouldUseDarkColors() {
    return this.#source === 'dark';
  }
  get themeSource() {
    return this.#source;
  }
  set themeSource(source: ThemeSource) {
    if (!SOURCES.includes(source)) throw new TypeError(`'${String(source)}' is not a theme source`);
    if (source === this.#source) return;
    this.#source = source;
    // A page that has gone needs no theme.
    for (const page of pages) void paint(page).catch(() => pages.delete(page));
    this.emit('updated');
  }
}
export const nativeTheme = new NativeTheme();

const paint = (page: DevToolsSession) => {
  const value = nativeTheme.themeSource === 'system' ? '' : nativeTheme.themeSource;
  return page.send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value }] });
};

/** Apply the app's light or dark preference to a page. Now and whenever it changes. */
export async function applyTheme(page: DevToolsSession): Promise<void> {
  pages.add(page);
  await paint(page);
}
