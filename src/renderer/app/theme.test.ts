import { expect, test } from 'vitest';
import type { Settings } from '../../shared/desktop.ts';
import { sampleSettings } from '../test-harness/samples.ts';
import { shadeOf, themeFor, type AppTheme, type SystemLook } from './theme.ts';

const usual: SystemLook = { isDark: false, contrast: 'usual' };
const SKINS = ['light', 'dark', 'contrast'] as const;
const PALETTES = ['classic', 'safe', 'mono'] as const;

const channel = (hex: string): number => {
  const share = parseInt(hex, 16) / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
};
/** Relative luminance of `#RRGGBB` or `#RGB`, as WCAG defines it. */
const luminance = (colour: string): number => {
  const short = /^#([\da-f])([\da-f])([\da-f])$/i.exec(colour);
  const [, red, green, blue] = short
    ? ['', ...short.slice(1).map((digit) => digit + digit)]
    : (/^#(..)(..)(..)$/.exec(colour) ?? []);
  if (!red || !green || !blue) throw new Error(`${colour} is no colour of six digits`);
  return 0.2126 * channel(red) + 0.7152 * channel(green) + 0.0722 * channel(blue);
};
const contrast = (first: string, second: string): number => {
  const [light = 0, dark = 0] = [luminance(first), luminance(second)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
};

const theme = (skin: Settings['skin'], moneyPalette: Settings['moneyPalette'] = 'classic'): AppTheme =>
  themeFor({ ...sampleSettings, skin, moneyPalette }, usual);

/** Where numbers stand; the last is a row that is pointed at. */
const groundsOf = (of: AppTheme): string[] => [
  of.colorNeutralBackground1,
  of.appBackground,
  of.colorSubtleBackgroundHover,
];
const tint = (colour: string, ground: string): string => (colour === 'transparent' ? ground : colour);

test.each(SKINS.flatMap((skin) => PALETTES.map((palette) => [skin, palette] as const)))(
  'every number can be read: %s, %s',
  (skin, palette) => {
    const of = theme(skin, palette);
    const least = skin === 'contrast' ? 7 : 4.5;
    for (const ground of groundsOf(of)) {
      for (const colour of [of.pnlUp, of.pnlDown, of.pnlFlat, of.numberFg, of.chartAxis])
        expect(contrast(colour, ground), `${colour} on ${ground}`).toBeGreaterThanOrEqual(least);
      expect(contrast(of.pnlUp, tint(of.pnlUpBg, ground))).toBeGreaterThanOrEqual(least);
      expect(contrast(of.pnlDown, tint(of.pnlDownBg, ground))).toBeGreaterThanOrEqual(least);
    }
  },
);

test.each(['light', 'dark'] as const)(
  'a link can be read, also while it or its row is pointed at: %s',
  (skin) => {
    const of = theme(skin);
    const grounds = [...groundsOf(of), of.colorSubtleBackgroundSelected, of.colorNeutralBackground1Hover];
    for (const ground of grounds)
      expect(contrast(of.colorBrandForegroundLinkHover, ground), ground).toBeGreaterThanOrEqual(4.5);
    for (const ground of [...groundsOf(of), of.colorSubtleBackgroundSelected])
      expect(contrast(of.colorBrandForegroundLink, ground), ground).toBeGreaterThanOrEqual(4.5);
  },
);

test.each(SKINS)('chips, old numbers and the lines of charts stand out from their ground: %s', (skin) => {
  const of = theme(skin);
  expect(contrast(of.liveFg, of.liveBg)).toBeGreaterThanOrEqual(4.5);
  expect(contrast(of.testFg, of.testBg)).toBeGreaterThanOrEqual(4.5);
  expect(contrast(of.staleFg, of.staleBg)).toBeGreaterThanOrEqual(4.5);
  for (const line of [of.chart1, of.chart2, of.chart3, of.chartBenchmark, of.liveLine])
    expect(contrast(line, of.colorNeutralBackground1), line).toBeGreaterThanOrEqual(3);
});

test('the skin is the one that was chosen, unless the whole computer has the colours of its person', () => {
  expect(shadeOf('light', { isDark: true, contrast: 'more' })).toBe('light');
  expect(shadeOf('system', { isDark: true, contrast: 'usual' })).toBe('dark');
  expect(shadeOf('system', { isDark: true, contrast: 'more' })).toBe('contrast');
  for (const skin of SKINS) expect(shadeOf(skin, { isDark: false, contrast: 'forced' })).toBe('contrast');
});

test('where colours are forced, ours are those of the system, and nothing is tinted', () => {
  const forced = themeFor(
    { ...sampleSettings, moneyPalette: 'classic' },
    { isDark: false, contrast: 'forced' },
  );
  expect([forced.pnlUp, forced.pnlDown]).toEqual(['canvastext', 'canvastext']);
  expect([forced.pnlUpBg, forced.pnlDownBg, forced.liveBg]).toEqual(['canvas', 'canvas', 'canvas']);
});

test('no colour: up and down are the ink of the page', () => {
  for (const skin of SKINS) {
    const of = theme(skin, 'mono');
    expect([of.pnlUp, of.pnlDown]).toEqual([of.colorNeutralForeground1, of.colorNeutralForeground1]);
  }
});
