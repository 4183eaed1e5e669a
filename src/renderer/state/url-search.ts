import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import * as z from 'zod/mini';

// The page's policy forbids eval, which the validator would otherwise try.
z.config({ jitless: true });

/**
 * Fields of filters and pages, which live in the URL. So Back, a deep link and a restored window keep them. Each screen
 * declares its fields with these; a value that does not fit falls back instead of breaking the screen.
 */
export const searchField = {
  page: () => z.catch(z.int().check(z.minimum(1)), 1),
  id: () => z.catch(z.nullable(z.int().check(z.minimum(1))), null),
  oneOf: <const Value extends string>(values: readonly [Value, ...Value[]], fallback: NoInfer<Value>) =>
    z.catch(z.enum(values), fallback),
  /** Text as typed: the router reads `123` as a number, which is text here. */
  text: () =>
    z.catch(
      z.pipe(
        z.union([z.string(), z.number(), z.boolean()]),
        z.transform((value) => String(value)),
      ),
      '',
    ),
  /** `YYYY-MM-DD` or nothing. */
  day: () => z.catch(z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/)), ''),
};

type Shape = Record<string, z.core.$ZodType>;

/** Declares the search parameters of a screen. */
export const urlSearch = <S extends Shape>(shape: S) => z.object(shape);

/**
 * React hook: the screen's search parameters and the way to change some of them. `replace` leaves no entry in the
 * history, which suits typing. Values equal to their fallback stay out of the URL. A change that is worked out from what
 * is there is a function: of two in one moment, none is lost.
 */
export const useUrlSearch = <S extends Shape>(schema: z.ZodMiniObject<S>) => {
  type Search = z.output<z.ZodMiniObject<S>>;
  const raw: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const change = useCallback(
    (patch: Partial<Search> | ((before: Search) => Partial<Search>), options: { replace?: boolean } = {}) => {
      const fallback = z.parse(schema, {}) as Record<string, unknown>;
      void navigate({
        to: '.',
        replace: options.replace ?? false,
        search: (before: Record<string, unknown>) => {
          const changed = typeof patch === 'function' ? patch(z.parse(schema, before)) : patch;
          return Object.fromEntries(
            Object.entries({ ...before, ...changed }).filter(([key, value]) => value !== fallback[key]),
          );
        },
      } as never);
    },
    [navigate, schema],
  );
  const search = useMemo(() => z.parse(schema, raw), [schema, raw]);
  return [search, change] as const;
};
