import { z } from 'zod';
import { isAsItLooks, plainText } from '../plain-text.ts';

/** Field schemas that several domains share. Amounts say their unit: paise, percent, ISO time. */
export const paise = z.int();
export const positivePaise = z.int().positive();
/** ₹100 crore, in paise. */
export const MOST_CAPITAL = 100_00_00_000_00;
/** Capital to trade with: far below the sums at which paise would no longer be exact. */
export const capital = positivePaise.max(MOST_CAPITAL, 'must be at most ₹100 crore');
/** Price of one share, paise: ₹1 crore, many times the dearest. */
export const MOST_PRICE = 1_00_00_000_00;
export const sharePrice = positivePaise.max(MOST_PRICE, 'must be at most ₹1 crore');
/** A percentage in percent (4.82 is 4.82 %). */
export const percent = z.number();
export const id = z.int().positive();
/** ISO-8601 with offset. */
export const instant = z.iso.datetime({ offset: true });
/** A day in India, `YYYY-MM-DD`. */
export const day = z.iso.date();
/** Clock time in India, `HH:MM`. */
export const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a clock time such as 15:10');
export const symbol = z.string().regex(/^[A-Z0-9&-]{1,20}$/, 'must be an exchange symbol such as RELIANCE');
/** The same, or the symbol of a future or an option. */
export const anySymbol = z
  .string()
  .regex(
    /^(?:BSE:)?[A-Z0-9&-]{1,20}(?: \d{4}-\d{2}-\d{2} (?:FUT|[\d.]{1,10} (?:CE|PE)))?$/,
    'must be a symbol such as RELIANCE or NIFTY 2026-12-29 24500 CE',
  );
/** A line or a few that others read: without characters that are not seen and change how the rest is read. */
export const shownText = (most: number, least = 0): z.ZodString =>
  z
    .string()
    .trim()
    .min(least, `must have at least ${least} characters`)
    .max(most)
    .refine((text) => plainText(text) === text, 'must not have control characters')
    .refine(isAsItLooks, 'must not have signs that are not seen or cover others');
/** The same on one line, which must not look like two. */
export const shownLine = (most: number, least = 0): z.ZodString =>
  shownText(most, least).regex(/^[^\n\t]*$/, 'must be one line');
/** A name by which others know something or somebody. */
export const shownName = (most: number, least: number): z.ZodString =>
  shownLine(most, least).regex(/[\p{L}\p{N}]/u, 'must have a letter or a digit');
export const search = z.string().trim().max(80).default('');

export const MODES = ['test', 'live'] as const;
export const mode = z.enum(MODES);
export type Mode = (typeof MODES)[number];

export const side = z.enum(['long', 'short']);
export const orderSide = z.enum(['buy', 'sell']);

/** Where prices came from. Figures of different sources are never added, ranked or drawn together. */
export const SOURCES = ['simulated', 'replay', 'broker'] as const;
export const source = z.enum(SOURCES);
export type Source = (typeof SOURCES)[number];

/** 0 any or none, 1 Paper, 2 Angel One. */
export const brokerId = z.union([z.literal(0), z.literal(1), z.literal(2)]);

/** An inclusive range of days in India. */
export const dateRange = { from_date: day.optional(), to_date: day.optional() };

/** A point of an equity or drawdown line. */
export const point = z.object({ at: instant, value: paise });
