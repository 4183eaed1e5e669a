/** Heights of charts as CSS: as designed in a window of usual height, and with it in a taller one. */
export const CHART_HEIGHTS = {
  candles: 'clamp(320px, 37vh, 640px)',
  /** The page is about nothing else. */
  page: 'clamp(320px, calc(100vh - 470px), 900px)',
  /** In a pane of a workspace: what the rest of the page leaves. */
  pane: 'max(140px, calc(100cqh - 190px))',
  result: 'clamp(340px, 38vh, 640px)',
  equity: 'clamp(280px, 32vh, 520px)',
  index: 'clamp(240px, 27vh, 420px)',
} as const;
