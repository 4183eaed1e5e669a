import { CALL_IDS, endpointOf } from '../../shared/contract/call-list.ts';
import type { CallId } from '../../shared/contract/index.ts';
import { PROPOSABLE, WORDS_OF_PERSON } from '../../shared/contract/proposable.ts';
import { inputJsonSchema, type JsonSchema } from '../../shared/openapi/json-schema.ts';

/** A tool of a language model: a call that reads, or a proposal of one that does not. */
export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly call: CallId;
  readonly isProposal: boolean;
}

/** Longest note that goes with a proposal. */
const MOST_NOTE = 500;

/** Name of a tool: a model's tools have no dots in theirs. */
const toolName = (id: CallId): string => id.replace('.', '_');

const wordsOf = (id: CallId): string =>
  id.replace('.', ': ').replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

const readingTool = (id: CallId): Tool => ({
  name: toolName(id),
  description: `Reads ${wordsOf(id)}. It changes nothing. Amounts are whole paise, days are those of India.`,
  inputSchema: inputJsonSchema(endpointOf(id)),
  call: id,
  isProposal: false,
});

const proposingTool = (id: CallId): Tool => {
  const schema = inputJsonSchema(endpointOf(id));
  const properties = Object.fromEntries(
    Object.entries(schema.properties ?? {}).filter(([field]) => !WORDS_OF_PERSON.includes(field)),
  );
  const why = {
    type: 'string' as const,
    maxLength: MOST_NOTE,
    description: 'A note for the person who decides.',
  };
  return {
    name: `propose_${toolName(id)}`,
    description: `Proposes ${wordsOf(id)} to the person. Nothing is done: it waits in the window until they accept it.`,
    inputSchema: { ...schema, properties: { ...properties, why } },
    call: id,
    isProposal: true,
  };
};

/** A stream belongs to no tool, so neither does what it watches. */
const isReading = (id: CallId): boolean => endpointOf(id).keyScope === 'read' && id !== 'stream.watch';

/** All tools, by name: they follow from the contract. None sends an order or changes anything. */
export const tools = (): ReadonlyMap<string, Tool> =>
  new Map(
    [...CALL_IDS.filter(isReading).map(readingTool), ...[...PROPOSABLE].map(proposingTool)].map((tool) => [
      tool.name,
      tool,
    ]),
  );
