import { CALL_IDS, endpointOf, isCallId } from '../shared/contract/call-list.ts';
import { PROPOSABLE } from '../shared/contract/proposable.ts';
import { listCalls } from './lists.ts';
import { jsonOf, tableOf } from './print.ts';
import { EXIT, type Exit, Trouble, troubleOf } from './trouble.ts';
import { jsonGiven, verb } from './verb.ts';

/** `trickdesk call`: any call of the contract. */
export const callAny = verb('call', {
  summary: 'Make any call that the key may make, and print its answer as JSON.',
  help: ['trickdesk calls lists them; fields have the names of this program, such as strategyId.'],
  words: ['<domain.call>'],
  options: { json: { value: "'{…}'", help: 'Input of the call.' } },
  run: async ({ args, options, client, out }): Promise<Exit> => {
    const [id = ''] = args;
    if (!isCallId(id)) throw new Trouble(EXIT.usage, `There is no call "${id}". trickdesk calls lists them.`);
    const result = await client().ask(id, jsonGiven('--json', options.json));
    if (!result.ok) throw troubleOf(result);
    out.print(jsonOf(result.value));
    return EXIT.done;
  },
});

/** `trickdesk calls`: the calls of the contract, and what a key needs for each. */
export const calls = verb('calls', {
  summary: 'List all calls, with the scope that a key needs for each.',
  help: ["This needs no key. A call without a scope is no key's; some of those can be proposed."],
  options: {
    lists: { help: 'Only those that answer a list, for trickdesk export.' },
    json: { help: 'As JSON.' },
  },
  run: ({ options, out }): Promise<Exit> => {
    const lists = new Map(listCalls().map(({ id, fields }) => [id, fields]));
    const rows = CALL_IDS.filter((id) => !options.lists || lists.has(id)).map((id) => {
      const { keyScope, method, path } = endpointOf(id);
      return {
        call: id,
        scope: keyScope ?? '',
        proposable: PROPOSABLE.has(id) ? 'yes' : '',
        lists: (lists.get(id) ?? []).join(' '),
        at: `${method} ${path}`,
      };
    });
    out.print(options.json ? jsonOf(rows) : tableOf(rows));
    return Promise.resolve(EXIT.done);
  },
});
