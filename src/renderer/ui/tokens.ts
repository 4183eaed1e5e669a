import { createContext } from 'react';

/** Names of the colours and sizes that Fluent's theme does not have; the theme gives each a value as a CSS variable. */
export const TOKEN_NAMES = [
  'appBackground',
  'numberFg',
  'pnlUp',
  'pnlDown',
  'pnlUpBg',
  'pnlDownBg',
  'pnlFlat',
  'liveFg',
  'liveBg',
  'liveLine',
  'testFg',
  'testBg',
  'staleFg',
  'staleBg',
  'chart1',
  'chart2',
  'chart3',
  'chartBenchmark',
  'chartGrid',
  'chartAxis',
  'rowHeight',
] as const;
type TokenName = (typeof TOKEN_NAMES)[number];
export type AppTokens = Record<TokenName, string>;

/** Use in `makeStyles`: `color: appTokens.pnlUp`. */
export const appTokens = Object.fromEntries(TOKEN_NAMES.map((name) => [name, `var(--${name})`])) as AppTokens;

/** Another value whenever the colours are others: what is on a canvas is painted anew then. */
export const LookContext = createContext<unknown>(null);

const SYSTEM_COLOUR = /^[a-z]+$/;

/** A colour of the system as `#rrggbb`: what draws knows no names, and adds a transparency of its own. */
const resolved = (colour: string, probe: HTMLElement): string => {
  if (!SYSTEM_COLOUR.test(colour) || colour === 'transparent') return colour;
  probe.style.color = colour;
  const [red = '0', green = '0', blue = '0'] = getComputedStyle(probe).color.match(/\d+/g) ?? [];
  return `#${[red, green, blue].map((channel) => Number(channel).toString(16).padStart(2, '0')).join('')}`;
};

/** The colours as computed by the page, for a canvas. A canvas cannot read variables. */
export const computedTokens = (element: Element): AppTokens => {
  const style = getComputedStyle(element);
  const probe = document.createElement('span');
  probe.style.setProperty('forced-color-adjust', 'none');
  // With less motion every element has a very short transition: the colour read would still be the one before.
  probe.style.setProperty('transition', 'none', 'important');
  element.append(probe);
  const colours = TOKEN_NAMES.map((name) => [
    name,
    resolved(style.getPropertyValue(`--${name}`).trim(), probe),
  ]);
  probe.remove();
  return Object.fromEntries(colours) as AppTokens;
};
