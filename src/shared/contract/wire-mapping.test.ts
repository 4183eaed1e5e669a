import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { RuleDocumentSchema } from '../rule-document.ts';
import { post } from './endpoint.ts';
import type { StreamEvent } from './stream.ts';
import {
  detailsToInside,
  detailsToWire,
  eventToInside,
  eventToWire,
  problemsToInside,
  problemsToWire,
  toInside,
  toWire,
} from './wire-mapping.ts';

const one = z.object({ strategyId: z.number(), note: z.string() });
const schema = z.object({
  search: z.string(),
  rows: z.array(one),
  parts: z.record(z.string(), one),
  maybe: one.nullable().optional(),
  either: z.union([z.object({ kind: z.literal('a'), strategyName: z.string() }), z.string()]),
  document: RuleDocumentSchema.nullable(),
  anything: z.unknown(),
});
const INSIDE = {
  search: 'trick_list',
  rows: [{ strategyId: 1, note: 'TricksId' }],
  parts: { strategyId: { strategyId: 2, note: '' } },
  maybe: { strategyId: 3, note: '' },
  either: { kind: 'a', strategyName: 'n' },
  document: { search: 1, strategyId: 2 },
  anything: { search: 1, TricksId: 2, rows: [] },
};
const ON_WIRE = {
  Search: 'trick_list',
  trick_list: [{ TricksId: 1, note: 'TricksId' }],
  parts: { strategyId: { TricksId: 2, note: '' } },
  maybe: { TricksId: 3, note: '' },
  either: { kind: 'a', trickName: 'n' },
  document: { search: 1, strategyId: 2 },
  anything: { search: 1, TricksId: 2, rows: [] },
};

describe('fields', () => {
  it('are renamed through lists, maps and choices; texts, keys of maps and documents are not', () => {
    expect(toWire(schema, INSIDE)).toEqual(ON_WIRE);
    expect(toInside(schema, ON_WIRE)).toEqual(INSIDE);
    expect(JSON.stringify(toWire(schema, INSIDE))).toBe(JSON.stringify(ON_WIRE));
  });

  it('come back as they went, whatever is in them', () => {
    const text = fc.string();
    const row = fc.record({ strategyId: fc.integer(), note: text });
    const drawn = fc.record({
      search: text,
      rows: fc.array(row),
      parts: fc.dictionary(text, row),
      maybe: fc.option(row),
      either: fc.oneof(fc.record({ kind: fc.constant('a'), strategyName: text }), text),
      anything: fc.jsonValue(),
    });
    fc.assert(
      fc.property(drawn, (value) => {
        expect(toInside(schema, JSON.parse(JSON.stringify(toWire(schema, value))))).toEqual(
          JSON.parse(JSON.stringify(value)),
        );
      }),
    );
  });

  it('of which none is renamed are not even copied', () => {
    const plain = z.object({ list: z.array(z.object({ note: z.string() })) });
    const value = { list: [{ note: 'x' }] };
    expect(toWire(plain, value)).toBe(value);
    expect(toInside(plain, value)).toBe(value);
    expect((toWire(schema, INSIDE) as typeof INSIDE).anything).toBe(INSIDE.anything);
  });

  it('have one name on each side: that of the other says nothing', () => {
    expect(toInside(one, { strategyId: 7, note: '' })).toEqual({ note: '' });
    expect(toWire(one, { TricksId: 7, note: '' })).toEqual({ note: '' });
  });

  it('of a wrong type and unknown ones pass, and no key becomes a prototype', () => {
    const hostile: unknown = JSON.parse(
      '{"__proto__":{"strategyId":1},"TricksId":[1],"more":{"TricksId":2}}',
    );
    const read = toInside(one, hostile) as object;
    expect(Object.getPrototypeOf(read)).toBe(Object.prototype);
    expect(JSON.stringify(read)).toBe(
      '{"__proto__":{"strategyId":1},"strategyId":[1],"more":{"TricksId":2}}',
    );
    for (const value of [null, 1, 'x', [1], undefined]) expect(toInside(one, value)).toEqual(value);
  });
});

describe('what is wrong with fields', () => {
  const call = post('/somewhere', {
    right: null,
    input: () => z.object({ rows: z.array(one), search: z.string() }),
    output: z.object({}),
  });
  const inside = { 'rows.0.strategyId': 'is missing', search: 'is too long', payload: 'is none' };
  const onWire = { 'trick_list.0.TricksId': 'is missing', Search: 'is too long', payload: 'is none' };

  it('names the field of the wire to callers, and that of the form to the window', () => {
    expect(problemsToWire(call, inside)).toEqual(onWire);
    expect(problemsToInside(call, onWire)).toEqual(inside);
  });

  it('is explained by the names of each side', () => {
    expect(detailsToWire({ strategyStatus: 1, all: [{ strategyId: 2 }] })).toEqual({
      trickStatus: 1,
      all: [{ TricksId: 2 }],
    });
    expect(detailsToInside({ trickStatus: 1 })).toEqual({ strategyStatus: 1 });
    expect(detailsToWire(undefined)).toBeUndefined();
  });
});

describe('events', () => {
  it('carry the type and the names of the wire', () => {
    const event = { type: 'strategy', strategyId: 1, strategyStatus: 2, today: 3 } as const;
    const sent = { type: 'trick', TricksId: 1, trickStatus: 2, today: 3 };
    expect(JSON.stringify(eventToWire(event))).toBe(JSON.stringify(sent));
    expect(eventToInside(sent)).toEqual(event);
    expect(eventToInside({ ...sent, type: 'strategy' })).toBeNull();
  });

  it('that move all the time are not copied through', () => {
    const event: Extract<StreamEvent, { type: 'quote' }> = { type: 'quote', quotes: [] };
    expect(eventToWire(event)).toEqual(event);
    expect((eventToWire(event) as typeof event).quotes).toBe(event.quotes);
    expect(eventToInside(null)).toBeNull();
  });
});
