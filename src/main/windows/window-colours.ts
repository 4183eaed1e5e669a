import { nativeTheme } from 'electron';
import type { Settings } from '../../shared/desktop.ts';

/** Fluent's neutral background of title bar and unpainted page. The page has it before it has painted. */
const COLOURS = {
  light: { color: '#fafafa', symbolColor: '#242424', page: '#f5f5f7' },
  dark: { color: '#1f1f1f', symbolColor: '#ffffff', page: '#141416' },
  contrast: { color: '#000000', symbolColor: '#ffffff', page: '#000000' },
} as const;

/** Electron's word for a skin; what the system draws in the app has no contrast skin of its own. */
export const themeSourceOf = (skin: Settings['skin']): 'light' | 'dark' | 'system' =>
  skin === 'contrast' ? 'dark' : skin;

/** Colours of a window before and around its page. */
export const windowColours = (skin: Settings['skin']): (typeof COLOURS)[keyof typeof COLOURS] => {
  const isContrast = skin === 'contrast' || (skin === 'system' && nativeTheme.shouldUseHighContrastColors);
  if (isContrast) return COLOURS.contrast;
  return COLOURS[nativeTheme.shouldUseDarkColors ? 'dark' : 'light'];
};
