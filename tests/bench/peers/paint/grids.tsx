import { FluentProvider } from '@fluentui/react-components';
import { AllCommunityModule, ModuleRegistry, createGrid, type GridApi } from 'ag-grid-community';
import { createRoot } from 'react-dom/client';
import { themeFor } from '../../../../src/renderer/app/theme.ts';
import { StreamingGrid, type GridColumn } from '../../../../src/renderer/ui/streaming-grid.tsx';
import { StreamingRows } from '../../../../src/renderer/ui/streaming-rows.ts';
import { LEAST_VOLUME, changed, firstRows, randomFrom, topOf, type QuoteRow } from './quotes.ts';

ModuleRegistry.registerModules([AllCommunityModule]);

export interface Drive {
  readonly side: 'ours' | 'peer';
  readonly updatesASecond: number;
  readonly warmUpMs: number;
  readonly watchedMs: number;
}

export interface Driven {
  readonly framesASecond: number;
  /** The 99th percentile of the time between two frames, ms. */
  readonly p99Ms: number;
  /** Updates that were really sent, a second. */
  readonly sentASecond: number;
  /** Whether the top rows show the last values, in right order. The values are the last that were sent. */
  readonly isRight: boolean;
}

interface Grid {
  send: (rows: QuoteRow[]) => void;
  /** Symbols with their shown values, from the top. */
  shown: () => string[];
  close: () => void;
}

const SEED = 20_261_122;
const COMPARED = 10;
const SETTLE_MS = 1_500;
const BEAT_MS = 10;
const price = (paise: number): string => (paise / 100).toFixed(2);
const percent = (value: number): string => value.toFixed(2);
const lineOf = (row: QuoteRow): string =>
  `${row.symbol}|${price(row.ltp)}|${percent(row.change)}|${row.volume}`;

const place = (): HTMLElement => {
  const element = document.createElement('div');
  element.style.cssText = 'width: 880px; height: 560px';
  document.body.append(element);
  return element;
};

/** The top rows as the page has them, in either grid. */
const linesOf = (element: HTMLElement): string[] =>
  [...element.querySelectorAll('[role="row"]')]
    .filter((row) => row.querySelector('[role="gridcell"]'))
    .sort((a, b) => Number(a.getAttribute('aria-rowindex')) - Number(b.getAttribute('aria-rowindex')))
    .slice(0, COMPARED)
    .map((row) =>
      [...row.querySelectorAll('[role="gridcell"]')].map((cell) => cell.textContent?.trim()).join('|'),
    );

const columns: readonly GridColumn<QuoteRow>[] = [
  {
    key: 'symbol',
    title: 'Symbol',
    width: '220px',
    render: (row) => row.symbol,
    sortBy: (row) => row.symbol,
  },
  { key: 'ltp', title: 'LTP', width: '220px', align: 'end', render: (row) => price(row.ltp) },
  {
    key: 'change',
    title: 'Change %',
    width: '220px',
    align: 'end',
    render: (row) => percent(row.change),
    sortBy: (row) => row.change,
  },
  { key: 'volume', title: 'Volume', width: '200px', align: 'end', render: (row) => row.volume },
];
const keeps = (row: QuoteRow): boolean => row.volume >= LEAST_VOLUME;

const ours = async (rows: readonly QuoteRow[]): Promise<Grid> => {
  const element = place();
  const live = new StreamingRows<QuoteRow>((row) => row.id);
  live.replace(rows);
  const root = createRoot(element);
  const theme = themeFor(
    { skin: 'light', moneyPalette: 'classic', density: 'standard', language: 'en' },
    { isDark: false, contrast: 'usual' },
  );
  root.render(
    <FluentProvider theme={theme}>
      <StreamingGrid label="Quotes" columns={columns} rows={live} rowKey={(row) => row.id} keeps={keeps} />
    </FluentProvider>,
  );
  await new Promise((done) => setTimeout(done, 300));
  [...element.querySelectorAll('button')].find((button) => button.textContent === 'Change %')?.click();
  return {
    send: (changes) => live.accept(changes),
    shown: () => linesOf(element),
    close: () => {
      root.unmount();
      element.remove();
    },
  };
};

const peer = async (rows: readonly QuoteRow[]): Promise<Grid> => {
  const element = place();
  const api: GridApi<QuoteRow> = createGrid<QuoteRow>(element, {
    columnDefs: [
      { field: 'symbol' },
      { field: 'ltp', valueFormatter: ({ value }) => price(Number(value)) },
      { field: 'change', valueFormatter: ({ value }) => percent(Number(value)), sort: 'desc' },
      { field: 'volume', filter: 'agNumberColumnFilter' },
    ],
    rowData: [...rows],
    getRowId: ({ data }) => String(data.id),
    // What its makers advise for many updates.
    asyncTransactionWaitMillis: 250,
    deltaSort: true,
    animateRows: false,
    suppressColumnVirtualisation: true,
  });
  await api.setColumnFilterModel('volume', { type: 'greaterThanOrEqual', filter: LEAST_VOLUME });
  api.onFilterChanged();
  return {
    send: (changes) => api.applyTransactionAsync({ update: changes }),
    shown: () => linesOf(element),
    close: () => {
      api.destroy();
      element.remove();
    },
  };
};

/** Send updates at a rate while frames are counted. At the end it is checked whether the last ones are shown. */
export const driveGrid = async ({ side, updatesASecond, warmUpMs, watchedMs }: Drive): Promise<Driven> => {
  const random = randomFrom(SEED);
  const rows = firstRows(random);
  const grid = await (side === 'ours' ? ours(rows) : peer(rows));
  let sent = 0;
  const began = performance.now();
  const beat = setInterval(() => {
    const due = Math.floor(((performance.now() - began) / 1_000) * updatesASecond) - sent;
    const changes: QuoteRow[] = [];
    for (let count = 0; count < due; count++) {
      const id = Math.floor(random() * rows.length);
      const row = changed(rows[id] as QuoteRow, random);
      rows[id] = row;
      changes.push(row);
    }
    sent += changes.length;
    if (changes.length > 0) grid.send(changes);
  }, BEAT_MS);
  await new Promise((done) => setTimeout(done, warmUpMs));
  const sentBefore = sent;
  const gaps = await frameGaps(watchedMs);
  clearInterval(beat);
  const sentASecond = ((sent - sentBefore) / sum(gaps)) * 1_000;
  await new Promise((done) => setTimeout(done, SETTLE_MS));
  const wanted = topOf(rows, COMPARED);
  const shown = grid.shown();
  const isRight = sameLines(shown, wanted.map(lineOf));
  if (!isRight)
    console.log(
      JSON.stringify({ shown, wanted: wanted.map(lineOf), html: document.body.innerHTML.slice(0, 3000) }),
    );
  grid.close();
  return {
    framesASecond: (gaps.length / sum(gaps)) * 1_000,
    p99Ms: [...gaps].sort((a, b) => a - b)[Math.floor(gaps.length * 0.99)] ?? Number.NaN,
    sentASecond,
    isRight,
  };
};

/** Rows of equal change may stand in either order; every one of them must be there as it was last. */
const sameLines = (shown: readonly string[], wanted: readonly string[]): boolean => {
  const changeOf = (line: string) => line.split('|')[2];
  return (
    shown.length === wanted.length &&
    shown.every((line, at) => changeOf(line) === changeOf(wanted[at] ?? '')) &&
    shown.filter((line) => wanted.includes(line)).length >= wanted.length - 2
  );
};

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

const frameGaps = (ms: number): Promise<number[]> =>
  new Promise((resolve) => {
    const gaps: number[] = [];
    let last = performance.now();
    const began = last;
    const frame = (now: number): void => {
      gaps.push(now - last);
      last = now;
      if (now - began < ms) requestAnimationFrame(frame);
      else resolve(gaps.slice(1));
    };
    requestAnimationFrame(frame);
  });
