import { writeFileSync } from 'node:fs';
import { endpointOf, isCallId } from '../shared/contract/call-list.ts';
import type { Client } from './client.ts';
import { type ListCall, listCalls } from './lists.ts';
import { csvOf, jsonOf } from './print.ts';
import { EXIT, type Exit, Trouble, troubleOf } from './trouble.ts';
import { jsonGiven, verb } from './verb.ts';

type Row = Record<string, unknown>;

const PAGE_SIZE = 100;
/** Rows that are fetched of one list: a key has so many calls a day. */
const MOST_ROWS = 100_000;

const listOf = (word: string): ListCall => {
  const lists = listCalls();
  const found = lists.find(({ id }) => id === word);
  if (found) return found;
  const of = lists.map(({ id }) => id).join(', ');
  throw new Trouble(
    EXIT.usage,
    isCallId(word)
      ? `${word} answers no list. Use call ${word}, or one of: ${of}.`
      : `There is no list "${word}". There are: ${of}.`,
  );
};

const fieldOf = ({ id, fields }: ListCall, wanted: string | undefined): string | null => {
  if (wanted === undefined) return null;
  if (fields.includes(wanted)) return wanted;
  throw new Trouble(EXIT.usage, `${id} has no list "${wanted}": ${fields.join(', ')}.`);
};

const rowsIn = ({ fields }: ListCall, wanted: string | null, answer: Row): Row[] => {
  const field = wanted ?? fields.find((name) => Array.isArray(answer[name]));
  const rows = field === undefined ? undefined : answer[field];
  return Array.isArray(rows) ? (rows as Row[]) : [];
};

const askPage = async (client: Client, { id }: ListCall, input: Row): Promise<Row> => {
  const result = await client.ask(id, input);
  if (!result.ok) throw troubleOf(result);
  return result.value as Row;
};

/** All rows of a list, page after page. */
const allRows = async (client: Client, list: ListCall, wanted: string | null, input: Row): Promise<Row[]> => {
  if (!list.isPaged) return rowsIn(list, wanted, await askPage(client, list, input));
  const rows: Row[] = [];
  for (let pageNumber = 1; ; pageNumber++) {
    const answer = await askPage(client, list, { ...input, pageNumber, pageSize: PAGE_SIZE });
    const page = rowsIn(list, wanted, answer);
    rows.push(...page);
    if (rows.length > MOST_ROWS)
      throw new Trouble(EXIT.no, `${list.id} has more than ${MOST_ROWS} rows. Narrow it down with --input.`);
    if (page.length === 0 || rows.length >= Number(answer['total'] ?? 0)) return rows;
  }
};

const writeTo = (file: string, text: string): void => {
  try {
    writeFileSync(file, `${text}\n`);
  } catch (error) {
    throw new Trouble(EXIT.no, `${file} cannot be written: ${error instanceof Error ? error.message : ''}`, {
      cause: error,
    });
  }
};

/** `trickdesk export`: any list of the contract as CSV or JSON. */
export const exportList = verb('export', {
  summary: 'Write all rows of a list, as CSV unless told otherwise.',
  help: ['The lists are the calls that answer one: trickdesk calls --lists names them.'],
  words: ['<list>'],
  options: {
    csv: { help: 'As CSV; amounts are paise, as everywhere on the wire.' },
    json: { help: 'As JSON.' },
    input: { value: "'{…}'", help: 'Input of the call, such as {"isTest":1}.' },
    field: { value: 'NAME', help: 'Which list of the answer, where it has several.' },
    to: { value: 'FILE', help: 'Write into a file; to the screen unless given.' },
  },
  run: async ({ args, options, client, out }): Promise<Exit> => {
    if (options.csv && options.json) throw new Trouble(EXIT.usage, 'Choose one of --csv and --json.');
    const list = listOf(args[0] ?? '');
    const wanted = fieldOf(list, options.field);
    const rows = await allRows(client(), list, wanted, jsonGiven('--input', options.input));
    const text = options.json ? jsonOf(rows) : csvOf(rows);
    if (options.to === undefined) out.print(text);
    else {
      writeTo(options.to, text);
      out.say(`${rows.length} rows of ${endpointOf(list.id).path} in ${options.to}.`);
    }
    return EXIT.done;
  },
});
