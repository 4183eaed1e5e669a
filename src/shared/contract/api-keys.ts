import { z } from 'zod';
import { pageInput, pageOutput } from '../paging.ts';
import { KEY_SCOPES, post } from './endpoint.ts';
import { id, instant, shownName } from './fields.ts';

/** Limits of a key; `most` of each is what may be asked for. */
export const KEY_LIMITS = {
  days: { start: 90, most: 365 },
  perMinute: { start: 60, most: 600 },
  perDay: { start: 5_000, most: 100_000 },
  strategies: 50,
} as const;

const scopes = z
  .array(z.enum(KEY_SCOPES))
  .min(1, 'must have at least one scope')
  .max(KEY_SCOPES.length)
  .refine((given) => new Set(given).size === given.length, 'must not name a scope twice');

const limit = ({ start, most }: { readonly start: number; readonly most: number }) =>
  z.int().min(1).max(most).default(start);

export const KEY_STATES = ['good', 'expired', 'revoked'] as const;

/** A key without its secret, which is shown once. */
export const ScriptKeySchema = z.lazy(() =>
  z.object({
    keyId: id,
    name: z.string(),
    /** The beginning of its secret, to tell keys apart. */
    hint: z.string(),
    scopes: z.array(z.enum(KEY_SCOPES)),
    /** Strategies that it is limited to, by number and name; null without such a limit. */
    onlyStrategies: z.array(z.object({ strategyId: id, name: z.string() })).nullable(),
    perMinute: z.int(),
    perDay: z.int(),
    callsToday: z.int(),
    createdAt: instant,
    expiresAt: instant,
    lastUsedAt: instant.nullable(),
    state: z.enum(KEY_STATES),
  }),
);
export type ScriptKeyView = z.output<typeof ScriptKeySchema>;

/** A call that was made with a key. */
const KeyUseSchema = z.lazy(() =>
  z.object({
    /** Id of the call, or `stream`. */
    call: z.string(),
    at: instant,
    /** `ok`, or the code of the failure. */
    result: z.string(),
    address: z.string(),
  }),
);
export type KeyUse = z.output<typeof KeyUseSchema>;

/** Keys by which scripts call in a person's name. No key may call these. */
export const keys = {
  list: post('/userapi/keys/list', {
    right: null,
    changes: false,
    keyScope: null,
    output: z.lazy(() => z.object({ keys: z.array(ScriptKeySchema) })),
  }),
  make: post('/userapi/keys/make', {
    right: null,
    stepUp: 'always',
    input: () =>
      z.object({
        name: shownName(40, 2),
        scopes,
        /** Days for which it is good. */
        days: limit(KEY_LIMITS.days),
        perMinute: limit(KEY_LIMITS.perMinute),
        perDay: limit(KEY_LIMITS.perDay),
        /** Then it may read prices, and call what names one. */
        onlyStrategyIds: z.array(id).min(1).max(KEY_LIMITS.strategies).optional(),
      }),
    output: z.lazy(() =>
      z.object({
        key: ScriptKeySchema,
        /** Shown once: nothing of it but a hash is stored. */
        secret: z.string(),
      }),
    ),
  }),
  revoke: post('/userapi/keys/revoke', {
    right: null,
    input: () => z.object({ keyId: id }),
    output: z.lazy(() => z.object({ keys: z.array(ScriptKeySchema) })),
  }),
  /** Calls that were made with a key, the latest first. */
  log: post('/userapi/keys/log', {
    right: null,
    changes: false,
    keyScope: null,
    input: () => z.object({ keyId: id, ...pageInput() }),
    output: z.lazy(() => z.object({ uses: z.array(KeyUseSchema), ...pageOutput })),
  }),
};
