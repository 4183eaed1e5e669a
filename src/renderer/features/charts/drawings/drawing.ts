import * as z from 'zod/mini';
import { TOOL_POINTS, type ToolName } from './tool-names.ts';

// The page's policy forbids eval, which the validator would otherwise try.
z.config({ jitless: true });

/** Colours of a drawing: those of the page, so that they hold in each of its looks. */
export const DRAWING_COLOURS = ['chart1', 'chart2', 'chart3', 'chartBenchmark', 'pnlUp', 'pnlDown'] as const;
export type DrawingColour = (typeof DRAWING_COLOURS)[number];

/** Most letters of a note. */
export const MOST_LETTERS = 120;
/** Highest price, paise, and latest time, epoch ms. */
const [HIGHEST, LATEST] = [1e12, 8.64e15] as const;

const PointSchema = z.object({
  time: z.number().check(z.minimum(-LATEST), z.maximum(LATEST)),
  price: z.number().check(z.minimum(-HIGHEST), z.maximum(HIGHEST)),
});

/** A place in time and price: epoch ms and paise. */
export type Point = z.output<typeof PointSchema>;

const DrawingSchema = z
  .object({
    id: z.string().check(z.minLength(1), z.maxLength(64)),
    tool: z.enum(Object.keys(TOOL_POINTS) as [ToolName, ...ToolName[]]),
    points: z.array(PointSchema),
    colour: z.enum(DRAWING_COLOURS),
    text: z.string().check(z.maxLength(MOST_LETTERS)),
  })
  .check(z.refine(({ tool, points }) => points.length === TOOL_POINTS[tool]));

/** A drawing on the chart of an instrument. */
export type Drawing = z.output<typeof DrawingSchema>;

/** Drawings among what is kept; null where an entry is none. */
export const drawingOf = (kept: unknown): Drawing | null => DrawingSchema.safeParse(kept).data ?? null;
