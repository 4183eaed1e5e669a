import { create } from 'zustand';
import type { Settings } from '../../shared/desktop.ts';
import type { Result } from '../../shared/failure.ts';
import { speak } from '../i18n/translate.ts';
import { desktop, onDesktopEvent } from '../api/desktop.ts';

const useStore = create<{ settings: Settings | null }>(() => ({ settings: null }));

/** The language is there before anything is painted in it. */
const apply = async (next: Settings): Promise<void> => {
  await speak(next.language);
  useStore.setState({ settings: next });
};

const known = ({ settings: read }: { settings: Settings | null }): Settings => {
  if (!read) throw new Error('The settings are read before the first paint');
  return read;
};

/** Settings of this computer: skin, money colours, density, layout, backend. Main keeps them. */
export const settings = {
  /** React hook. The application paints only after they are known. */
  use: (): Settings => known(useStore()),
  get: (): Settings => known(useStore.getState()),
  /** Call back before the window is painted in another language. Returns the way to stop. */
  beforeLanguage: (notice: () => void): (() => void) =>
    useStore.subscribe((now, before) => {
      if (before.settings && now.settings?.language !== before.settings.language) notice();
    }),
  /** Read the settings at the start and follow changes of any window. Returns the way to stop. */
  follow: async (): Promise<Result<() => void>> => {
    const result = await desktop('settings.read', {});
    if (!result.ok) return result;
    await apply(result.value);
    const stop = onDesktopEvent((event) => {
      if (event.type === 'settings.changed') void apply(event.settings);
    });
    return { ok: true, value: stop };
  },
  /** Changes some of them; the failure is the caller's to show. */
  change: async (change: Partial<Settings>): Promise<Result<Settings>> => {
    const result = await desktop('settings.change', change);
    if (result.ok) await apply(result.value);
    return result;
  },
};
