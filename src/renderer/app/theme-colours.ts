import type { AppTokens } from '../ui/tokens.ts';

/** `contrast` is black, with white words and no tints. */
export type Shade = 'light' | 'dark' | 'contrast';
export type Colours = Omit<AppTokens, 'rowHeight' | 'numberFg'>;
export type MoneyColours = Pick<AppTokens, 'pnlUp' | 'pnlDown' | 'pnlUpBg' | 'pnlDownBg'>;
export type NumberColours = MoneyColours & Pick<AppTokens, 'numberFg' | 'pnlFlat'>;

/** Colours of our own for each shade; measured against their grounds. */
export const colours: Record<Shade, Colours> = {
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
  contrast: {
    appBackground: '#000000',
    pnlUp: '#7CFFB2',
    pnlDown: '#FFA3A3',
    pnlUpBg: 'transparent',
    pnlDownBg: 'transparent',
    pnlFlat: '#FFFFFF',
    liveFg: '#FFB900',
    liveBg: '#000000',
    liveLine: '#FFB900',
    testFg: '#FFFFFF',
    testBg: '#000000',
    staleFg: '#BFBFBF',
    staleBg: '#000000',
    chart1: '#1AEBFF',
    chart2: '#FFFF01',
    chart3: '#FF9CFF',
    chartBenchmark: '#FFFFFF',
    chartGrid: '#5A5A5A',
    chartAxis: '#FFFFFF',
  },
};

/** The colours that the user chose for the whole system. They are given by their names; nothing is tinted. */
export const systemColours: Colours = {
  appBackground: 'canvas',
  pnlUp: 'canvastext',
  pnlDown: 'canvastext',
  pnlUpBg: 'canvas',
  pnlDownBg: 'canvas',
  pnlFlat: 'canvastext',
  liveFg: 'canvastext',
  liveBg: 'canvas',
  liveLine: 'highlight',
  testFg: 'canvastext',
  testBg: 'canvas',
  staleFg: 'graytext',
  staleBg: 'canvas',
  chart1: 'linktext',
  chart2: 'canvastext',
  chart3: 'highlight',
  chartBenchmark: 'canvastext',
  chartGrid: 'graytext',
  chartAxis: 'canvastext',
};

/** Money colours that stay apart for every kind of colour vision. */
export const safe: Record<Shade, MoneyColours> = {
  light: { pnlUp: '#0B62C4', pnlDown: '#B34700', pnlUpBg: '#E9F1FB', pnlDownBg: '#FDEFE6' },
  dark: { pnlUp: '#6CB6FF', pnlDown: '#FFA657', pnlUpBg: '#14283D', pnlDownBg: '#3A2712' },
  contrast: { pnlUp: '#9CCBFF', pnlDown: '#FFC08A', pnlUpBg: 'transparent', pnlDownBg: 'transparent' },
};
