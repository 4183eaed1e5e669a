import {
  createDarkTheme,
  createLightTheme,
  type BrandVariants,
  type Theme,
} from '@fluentui/react-components';
import type { Settings } from '../../shared/desktop.ts';
import type { Language } from '../../shared/languages.ts';
import type { DeskTokens } from '../ui/desk-tokens.ts';

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
    "'Segoe UI Variable Text','Segoe UI',system-ui,-apple-system,'Noto Sans','Nirmala UI','Kohinoor Devanagari','Noto Sans Devanagari',sans-serif",
  fontFamilyMonospace: "'Cascadia Mono',ui-monospace,'SF Mono',Menlo,Consolas,'Noto Sans Mono',monospace",
};

type Shade = 'light' | 'dark';
type Colours = Omit<DeskTokens, 'rowHeight' | 'numberFg'>;
type MoneyColours = Pick<DeskTokens, 'pnlUp' | 'pnlDown' | 'pnlUpBg' | 'pnlDownBg'>;
type NumberColours = MoneyColours & Pick<DeskTokens, 'numberFg' | 'pnlFlat'>;

const colours: Record<Shade, Colours> = {
  light: {
    appBackground: '#F5F5F7',
    pnlUp: '#0B7A4B',
    pnlDown: '#C4262E',
    pnlUpBg: '#E8F5EE',
    pnlDownBg: '#FCECEC',
    pnlFlat: '#424242',
    liveFg: '#8A3B00',
    liveBg: '#FFF1E0',
    liveLine: '#C45A00',
    testFg: '#3B3A8F',
    testBg: '#EEEEFB',
    staleFg: '#616161',
    staleBg: '#EBEBEB',
    chart1: '#5145C3',
    chart2: '#8A6D00',
    chart3: '#2C7A7B',
    chartBenchmark: '#424242',
    chartGrid: '#E6E6EA',
    chartAxis: '#616161',
  },
  dark: {
    appBackground: '#141416',
    pnlUp: '#4FD08C',
    pnlDown: '#FF7B72',
    pnlUpBg: '#15301F',
    pnlDownBg: '#3A1B1B',
    pnlFlat: '#D6D6D6',
    liveFg: '#FFB86B',
    liveBg: '#3A2A14',
    liveLine: '#FF9F43',
    testFg: '#B8B8FF',
    testBg: '#2A2A4A',
    staleFg: '#ADADAD',
    staleBg: '#333333',
    chart1: '#9598FF',
    chart2: '#D9B93B',
    chart3: '#6FC7C4',
    chartBenchmark: '#D6D6D6',
    chartGrid: '#2E2E33',
    chartAxis: '#ADADAD',
  },
};

/** Money colours that stay apart for every kind of colour vision. */
const safe: Record<Shade, MoneyColours> = {
  light: { pnlUp: '#0B62C4', pnlDown: '#B34700', pnlUpBg: '#E9F1FB', pnlDownBg: '#FDEFE6' },
  dark: { pnlUp: '#6CB6FF', pnlDown: '#FFA657', pnlUpBg: '#14283D', pnlDownBg: '#3A2712' },
};

const fluent: Record<Shade, Theme> = {
  light: { ...createLightTheme(brand), ...fonts },
  dark: {
    ...createDarkTheme(brand),
    ...fonts,
    colorBrandForeground1: brand[120],
    colorBrandForeground2: brand[130],
    colorBrandForegroundLink: brand[120],
    colorCompoundBrandForeground1: brand[120],
    colorNeutralForeground2BrandSelected: brand[130],
  },
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

export type DeskTheme = Theme & DeskTokens;

/** Whether a skin is dark; `system` follows the computer. */
export const isDarkSkin = (skin: Settings['skin'], isSystemDark: boolean): boolean =>
  skin === 'system' ? isSystemDark : skin === 'dark';

/** The theme for a person's settings; `isStale` while what is shown can no longer be trusted to be the latest. */
export const themeFor = (
  settings: Pick<Settings, 'skin' | 'moneyPalette' | 'density' | 'language'>,
  isSystemDark: boolean,
  isStale = false,
): DeskTheme => {
  const shade: Shade = isDarkSkin(settings.skin, isSystemDark) ? 'dark' : 'light';
  return {
    ...fluent[shade],
    ...lineHeights(fluent[shade], settings.language),
    ...colours[shade],
    ...moneyColours(settings.moneyPalette, shade),
    numberFg: fluent[shade].colorNeutralForeground1,
    ...(isStale ? staleNumbers(colours[shade]) : {}),
    rowHeight: rowHeights[settings.density],
  };
};
