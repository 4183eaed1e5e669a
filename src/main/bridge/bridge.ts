import { z } from 'zod';
import type { CallOptions, Contract, Endpoint } from '../../shared/contract/endpoint.ts';
import { contract } from '../../shared/contract/index.ts';
import { DESKTOP_PREFIX, desktopCommands } from '../../shared/desktop.ts';
import { fail } from '../../shared/failure.ts';
import type { Result } from '../../shared/failure.ts';
import { fieldProblems, problemSentence } from '../../shared/field-problems.ts';
import { ProofSchema } from '../../shared/proof.ts';
import type { Log } from '../log/log.ts';
import type { Asker, DesktopHandlers } from './desktop-handlers.ts';

type Fields = Readonly<Record<string, unknown>>;

export interface BridgeDeps {
  readonly call: (endpoint: Endpoint, input: Fields, options: CallOptions) => Promise<Result<unknown>>;
  readonly desktop: DesktopHandlers;
  readonly log: Log;
}

const OptionsSchema = z
  .object({ idempotencyKey: z.uuid().optional(), proof: ProofSchema.optional() })
  .default({});

/** Answers one message of a window of ours. Whatever is wrong with it comes back as a Result, and is in the log. */
export type Bridge = (
  id: unknown,
  input: unknown,
  options: unknown,
  asker: Asker,
) => Promise<Result<unknown>>;

export function createBridge({ call, desktop, log }: BridgeDeps): Bridge {
  const refuse = (id: unknown, message: string, fields?: Readonly<Record<string, string>>) => {
    log.warn('A message of a window was refused', { id, message });
    return fail('invalid', message, { fields });
  };

  const dispatch: Bridge = async (id, input, options, asker) => {
    if (typeof id !== 'string') return refuse(id, 'A call needs an id.');
    const isDesktop = id.startsWith(DESKTOP_PREFIX);
    const known = isDesktop ? commandAt(id.slice(DESKTOP_PREFIX.length)) : endpointAt(id);
    if (!known) {
      log.warn('A window asked for a call that does not exist', { id });
      return fail('no-such-call', `There is no call named ${id}.`);
    }
    const given = OptionsSchema.safeParse(options);
    if (!given.success) return refuse(id, 'The options of the call are not valid.');
    const parsed = parseInput('inputs' in known ? known.inputs : [known.input], input ?? {});
    if (!parsed.ok) return refuse(id, problemSentence(parsed.problems), parsed.problems);
    if ('inputs' in known) return call(known.endpoint, parsed.value, given.data);
    const handler = desktop[known.id] as (input: unknown, asker: Asker) => Promise<Result<unknown>>;
    return handler(parsed.value, asker);
  };

  return async (id, input, options, asker) => {
    try {
      return await dispatch(id, input, options, asker);
    } catch (error) {
      log.error('A call failed inside the desktop', { id, error });
      return fail('internal', 'Something went wrong in the app. The log says what.');
    }
  };
}

function commandAt(id: string) {
  if (!Object.hasOwn(desktopCommands, id)) return null;
  const name = id as keyof typeof desktopCommands;
  return { id: name, input: desktopCommands[name].input };
}

/**
 * Domains that windows may not call. They go through the desktop's own commands: signing in and out, so that a token
 * never reaches a window, and the stream, which all windows share.
 */
const FORBIDDEN_DOMAINS: readonly string[] = ['session', 'stream'];

function endpointAt(id: string) {
  const [domain = '', name = '', ...rest] = id.split('.');
  const domains: Contract = contract;
  if (FORBIDDEN_DOMAINS.includes(domain) || rest.length > 0 || !Object.hasOwn(domains, domain)) return null;
  const endpoint = Object.hasOwn(domains[domain] ?? {}, name) ? domains[domain]?.[name] : undefined;
  if (!endpoint || endpoint.access !== 'bearer') return null;
  return { endpoint, inputs: [endpoint.params, endpoint.query, endpoint.body] };
}

/** Parses the flat input once by each part; every part takes the keys that are its own. */
function parseInput(schemas: readonly z.core.$ZodType[], input: unknown) {
  const parts = schemas.map((schema) => z.safeParse(schema, input));
  const problems = parts.flatMap((part) => (part.success ? [] : [fieldProblems(part.error, input)]));
  if (problems.length > 0)
    return { ok: false, problems: Object.assign({}, ...problems) as Record<string, string> } as const;
  return { ok: true, value: Object.assign({}, ...parts.map((part) => part.data)) as Fields } as const;
}
