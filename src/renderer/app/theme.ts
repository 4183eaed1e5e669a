import {
  createDarkTheme,
  createLightTheme,
  teamsHighContrastTheme,
  type BrandVariants,
  type Theme,
} from '@fluentui/react-components';
import type { Settings } from '../../shared/desktop.ts';
import type { Language } from '../../shared/languages.ts';
import type { AppTokens } from '../ui/tokens.ts';
import {
  colours,
  safe,
  systemColours,
  type Colours,
  type MoneyColours,
  type NumberColours,
  type Shade,
} from './theme-colours.ts';

/** The one indigo. */
const brand: BrandVariants = {
  10: '#060025',
  20: '#110340',
  30: '#1B0959',
  40: '#251271',
  50: '#301E89',
  60: '#3C2B9F',
  70: '#4536B0',
  80: '#5145C3',
  90: '#6058D8',
  100: '#716CE9',
  110: '#8281F7',
  120: '#9598FF',
  130: '#AAAFFE',
  140: '#C2C7FE',
  150: '#DADDFD',
  160: '#EDEFFF',
};

const fonts = {
  fontFamilyBase:
    "inter,'Noto Sans Devanagari','Nirmala UI','Kohinoor Devanagari','Segoe UI',system-ui,-apple-system,'Noto Sans',sans-serif",
  fontFamilyMonospace:
    "'Cascadia Mono',ui-monospace,'SF Mono',Menlo,Consolas,'Noto Sans Mono','Noto Sans Devanagari','Nirmala UI','Kohinoor Devanagari',monospace",
};

const GROUND_IN_USE =
  /^color(?:Neutral|Subtle|Transparent)(?:Card)?Background(?:\d|LightAlpha)?(?:Hover|Pressed|Selected)$/;
const INK_IN_USE = /^colorNeutralForeground\d(?:Brand)?(?:Hover|Pressed|Selected)$/;

/**
 * Keep grounds dark and words white in high contrast. Fluent paints what is pointed at, pressed or chosen bright, with
 * black words. Numbers have colours of their own, which nobody could read there.
 */
const calm = (theme: Theme): Theme =>
  Object.fromEntries(
    Object.entries(theme).map(([name, value]) => [
      name,
      GROUND_IN_USE.test(name) ? '#2a2a2a' : INK_IN_USE.test(name) ? '#ffffff' : value,
    ]),
  ) as unknown as Theme;

const fluent: Record<Shade, Theme> = {
  light: { ...createLightTheme(brand), ...fonts },
  dark: {
    ...createDarkTheme(brand),
    ...fonts,
    colorBrandForeground1: brand[120],
    colorBrandForeground2: brand[130],
    colorBrandForegroundLink: brand[120],
    // Fluent darkens a link that is pointed at: on the ground of its row it could hardly be read.
    colorBrandForegroundLinkHover: brand[140],
    colorBrandForegroundLinkPressed: brand[140],
    colorCompoundBrandForeground1: brand[120],
    colorNeutralForeground2BrandSelected: brand[130],
  },
  contrast: { ...calm(teamsHighContrastTheme), ...fonts },
};

const rowHeights: Record<Settings['density'], string> = {
  comfortable: '44px',
  standard: '36px',
  compact: '28px',
};

const moneyColours = (palette: Settings['moneyPalette'], shade: Shade): Partial<MoneyColours> => {
  switch (palette) {
    case 'classic':
      return {};
    case 'safe':
      return safe[shade];
    case 'mono': {
      const ink = fluent[shade].colorNeutralForeground1;
      return { pnlUp: ink, pnlDown: ink, pnlUpBg: 'transparent', pnlDownBg: 'transparent' };
    }
  }
};

/** Numbers that no longer move: grey, whatever they say. */
const staleNumbers = ({ staleFg }: Colours): NumberColours => ({
  numberFg: staleFg,
  pnlUp: staleFg,
  pnlDown: staleFg,
  pnlFlat: staleFg,
  pnlUpBg: 'transparent',
  pnlDownBg: 'transparent',
});

/** Devanagari stands taller than Latin and needs more room between its lines. */
const lineScale: Readonly<Record<Language, number>> = { en: 1, hi: 1.15 };

const LINE_HEIGHTS = [
  'lineHeightBase100',
  'lineHeightBase200',
  'lineHeightBase300',
  'lineHeightBase400',
  'lineHeightBase500',
  'lineHeightBase600',
  'lineHeightHero700',
  'lineHeightHero800',
  'lineHeightHero900',
  'lineHeightHero1000',
] as const satisfies readonly (keyof Theme)[];

const lineHeights = (theme: Theme, language: Language): Partial<Theme> =>
  Object.fromEntries(
    LINE_HEIGHTS.map((name) => [name, `${Math.round(parseInt(theme[name], 10) * lineScale[language])}px`]),
  );

export type AppTheme = Theme & AppTokens;

/**
 * Appearance that the computer asks for. `forced`: every window has the colours that the person chose for the whole
 * system.
 */
export interface SystemLook {
  readonly isDark: boolean;
  readonly contrast: 'usual' | 'more' | 'forced';
}

/** The shade that a skin has; `system` follows the computer, and forced colours go before every choice. */
export const shadeOf = (skin: Settings['skin'], system: SystemLook): Shade => {
  if (system.contrast === 'forced' || skin === 'contrast') return 'contrast';
  if (skin !== 'system') return skin;
  if (system.contrast === 'more') return 'contrast';
  return system.isDark ? 'dark' : 'light';
};

/** The theme for a person's settings; `isStale` while what is shown can no longer be trusted to be the latest. */
export const themeFor = (
  settings: Pick<Settings, 'skin' | 'moneyPalette' | 'density' | 'language'>,
  system: SystemLook,
  isStale = false,
): AppTheme => {
  const shade = shadeOf(settings.skin, system);
  const isForced = system.contrast === 'forced';
  const own = isForced ? systemColours : colours[shade];
  return {
    ...fluent[shade],
    ...lineHeights(fluent[shade], settings.language),
    ...own,
    ...(isForced ? {} : moneyColours(settings.moneyPalette, shade)),
    numberFg: isForced ? own.pnlFlat : fluent[shade].colorNeutralForeground1,
    ...(isStale ? staleNumbers(own) : {}),
    rowHeight: rowHeights[settings.density],
  };
};
