import type { z } from 'zod';
import { CALL_IDS, endpointOf } from '../shared/contract/call-list.ts';
import type { CallId } from '../shared/contract/index.ts';

type Schema = z.core.$ZodType;

interface Definition {
  readonly shape?: Readonly<Record<string, Schema>>;
  readonly element?: Schema;
  readonly innerType?: Schema;
  readonly getter?: () => Schema;
}

/** A schema without what is wrapped around it: lazy, optional, null. */
const bare = (schema: Schema): Definition => {
  const definition = schema._zod.def as Definition;
  const inner = definition.innerType ?? definition.getter?.();
  return inner ? bare(inner) : definition;
};

const isListOfRows = (schema: Schema): boolean => {
  const { element } = bare(schema);
  return element !== undefined && bare(element).shape !== undefined;
};

/** A call whose answer has lists, in these fields. */
export interface ListCall {
  readonly id: CallId;
  readonly fields: readonly string[];
  readonly isPaged: boolean;
}

const listCallOf = (id: CallId): ListCall[] => {
  const { keyScope, output, body, query } = endpointOf(id);
  const { shape } = bare(output);
  if (keyScope !== 'read' || !shape) return [];
  const fields = Object.keys(shape).filter((name) => isListOfRows(shape[name] as Schema));
  const asked = [body, query].flatMap((schema) => Object.keys(schema._zod.def.shape));
  return fields.length > 0 ? [{ id, fields, isPaged: asked.includes('pageNumber') }] : [];
};

/** Every list that the contract has, by the call that answers it. */
export const listCalls = (): ListCall[] => CALL_IDS.flatMap(listCallOf);
