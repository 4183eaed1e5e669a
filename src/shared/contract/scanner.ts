import { z } from 'zod';
import { pageInput, pageOutput } from '../paging.ts';
import { manage, read } from '../rights.ts';
import { indexName } from '../rule-document.ts';
import { SCAN_LIMITS } from '../scan-limits.ts';
import { SCAN_VERDICTS } from '../scan-verdicts.ts';
import { post } from './endpoint.ts';
import { day, id, paise, percent, search, shownName, source } from './fields.ts';

/** Symbols of a scan: all with history, those of a watchlist, or the members that an index had on the day. */
const UniverseSchema = z.lazy(() =>
  z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('all') }),
    z.object({ kind: z.literal('watchlist'), listId: id }),
    z.object({ kind: z.literal('index'), index: indexName }),
  ]),
);
export type ScanUniverse = z.output<typeof UniverseSchema>;

/** A part of the entry rule at the close of the day. */
const PartSchema = z.lazy(() =>
  z.object({
    /** The part in words. */
    sentence: z.string(),
    /** Null where one of its values is not known. */
    holds: z.boolean().nullable(),
    values: z.array(
      z.object({
        what: z.string(),
        /** Unit of the value: prices are in paise, times of day in minutes. */
        unit: z.string(),
        value: z.number().nullable(),
      }),
    ),
  }),
);
export type ScanPart = z.output<typeof PartSchema>;

const RowSchema = z.lazy(() =>
  z.object({
    symbol: z.string(),
    /** Name of the share or the index; empty where it is not known. */
    name: z.string(),
    verdict: z.enum(SCAN_VERDICTS),
    close: paise.nullable(),
    /** From the close before. */
    changePercent: percent.nullable(),
    volume: z.number().nullable(),
    /** Parts of the entry rule that hold, and how many there are. */
    passed: z.int(),
    parts: z.int(),
    /** Why it is no hit; empty of a hit. */
    reason: z.string(),
  }),
);
export type ScanRow = z.output<typeof RowSchema>;

const ScanSchema = z.lazy(() =>
  z.object({
    scanId: id,
    /** Day whose close was looked at. */
    day,
    source,
    /** Symbols by verdict. */
    counts: z.object({
      all: z.int(),
      hit: z.int(),
      miss: z.int(),
      'no-history': z.int(),
      'warm-up': z.int(),
      faulty: z.int(),
    }),
    /** Time that it took, ms. */
    ms: z.number(),
  }),
);
export type Scan = z.output<typeof ScanSchema>;

const SavedScanSchema = z.lazy(() =>
  z.object({
    savedId: id,
    name: z.string(),
    document: z.unknown(),
  }),
);
export type SavedScan = z.output<typeof SavedScanSchema>;

const saved = z.lazy(() => z.object({ scans: z.array(SavedScanSchema) }));

/** Entry rules asked of many symbols at the close of one day. */
export const scanner = {
  /** Scan. One of a person runs at a time; its result is kept until the next. */
  run: post('/userapi/scanner/run', {
    right: read('Market'),
    input: () =>
      z.object({
        /** Rule document on daily candles; its entry rule is asked. */
        document: z.unknown().optional(),
        universe: UniverseSchema,
        /** A past day; the latest one with a close unless given. */
        day: day.optional(),
        /** Candles of the simulated market, or of imported and fetched prices; default: the feed in use. */
        source: source.optional(),
      }),
    output: ScanSchema,
  }),
  /** Give up the scan that is under way. */
  cancel: post('/userapi/scanner/cancel', {
    right: read('Market'),
    output: z.lazy(() => z.object({ wasRunning: z.boolean() })),
  }),
  /** Rows of the latest scan. */
  rows: post('/userapi/scanner/rows', {
    right: read('Market'),
    input: () =>
      z.object({
        scanId: id,
        verdict: z.enum([...SCAN_VERDICTS, 'all']).default('hit'),
        search,
        sort: z.enum(['symbol', 'close', 'change', 'volume', 'passed']).default('symbol'),
        descending: z.boolean().default(false),
        ...pageInput(SCAN_LIMITS.rows),
      }),
    output: z.lazy(() => z.object({ rows: z.array(RowSchema), ...pageOutput })),
  }),
  /** The parts of the rule for one symbol of the latest scan: why it is a hit, or why not. */
  why: post('/userapi/scanner/why', {
    right: read('Market'),
    input: () => z.object({ scanId: id, symbol: z.string().min(1).max(60) }),
    output: z.lazy(() => z.object({ row: RowSchema, parts: z.array(PartSchema) })),
  }),
  saved: post('/userapi/scanner/saved', { right: read('Market'), output: saved }),
  /** Keep rules under a name; those of the same name are replaced. */
  save: post('/userapi/scanner/save', {
    right: manage('Market'),
    input: () => z.object({ name: shownName(SCAN_LIMITS.nameLetters, 1), document: z.unknown().optional() }),
    output: saved,
  }),
  remove: post('/userapi/scanner/remove', {
    right: manage('Market'),
    input: () => z.object({ savedId: id }),
    output: saved,
  }),
};
