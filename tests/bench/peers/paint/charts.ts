import { LineSeries, createChart } from 'lightweight-charts';
import uPlot from 'uplot';
import { randomFrom } from './quotes.ts';

const POINTS = 166_650;
const SEED = 7;
const SIZE = { width: 1_100, height: 420 };
const MINUTE_S = 60;
const START_S = 1_600_000_000;

const series = (): { time: number[]; value: number[] } => {
  const random = randomFrom(SEED);
  const time = Array.from({ length: POINTS }, (_, at) => START_S + at * MINUTE_S);
  let level = 1_000_000;
  return { time, value: time.map(() => (level += (random() - 0.5) * 500)) };
};

/** An element to draw a chart in. */
export const place = (): HTMLElement => {
  const element = document.createElement('div');
  element.style.cssText = `width: ${SIZE.width}px; height: ${SIZE.height}px`;
  document.body.append(element);
  return element;
};

/** Resolve when what was drawn is on its way to the screen. */
export const painted = (): Promise<void> =>
  new Promise((resolve) =>
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve();
      port2.postMessage(null);
    }),
  );

interface Chart {
  update: (value: number) => void;
  close: () => void;
}

const withLightweight = (element: HTMLElement, { time, value }: ReturnType<typeof series>): Chart => {
  const chart = createChart(element, SIZE);
  const line = chart.addSeries(LineSeries, {});
  line.setData(time.map((at, index) => ({ time: at as never, value: value[index] ?? 0 })));
  chart.timeScale().fitContent();
  const last = time.at(-1) as never;
  return { update: (now) => line.update({ time: last, value: now }), close: () => chart.remove() };
};

const withUPlot = (element: HTMLElement, { time, value }: ReturnType<typeof series>): Chart => {
  const plot = new uPlot(
    { ...SIZE, series: [{}, { stroke: '#5145c3', width: 1.5 }] },
    [time, value],
    element,
  );
  return {
    update: (now) => {
      value[value.length - 1] = now;
      plot.setData([time, value]);
    },
    close: () => plot.destroy(),
  };
};

const CHARTS = { lightweight: withLightweight, uplot: withUPlot } as const;
export type ChartSide = keyof typeof CHARTS;

/** Milliseconds from nothing to the first picture. */
export const paintChart = async (side: ChartSide): Promise<number> => {
  const data = series();
  const element = place();
  await painted();
  const began = performance.now();
  const chart = CHARTS[side](element, data);
  await painted();
  const ms = performance.now() - began;
  chart.close();
  element.remove();
  return ms;
};

const UPDATES = 20;

/** Milliseconds of the page's thread for one more value, mean of twenty. */
export const updateChart = async (side: ChartSide): Promise<number> => {
  const data = series();
  const element = place();
  const chart = CHARTS[side](element, data);
  await painted();
  let spent = 0;
  for (let count = 0; count < UPDATES; count++) {
    const began = performance.now();
    chart.update(1_000_000 + count);
    await painted();
    spent += performance.now() - began;
  }
  chart.close();
  element.remove();
  return spent / UPDATES;
};
