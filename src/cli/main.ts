import { bt } from './bt.ts';
import { callAny, calls } from './calls.ts';
import { Client } from './client.ts';
import { connectionOf } from './connection.ts';
import { data } from './data.ts';
import { exportList } from './export.ts';
import { mcp } from './mcp/mcp.ts';
import { type Output, terminal } from './print.ts';
import { tail } from './tail.ts';
import { EXIT, type Exit, Trouble } from './trouble.ts';
import { helpOf, type Verb } from './verb.ts';
import { verify } from './verify.ts';

/** Every verb; help, parsing and this list follow from their declarations. */
const VERBS: readonly Verb[] = [bt, data, exportList, tail, verify, callAny, calls, mcp];

const overview = (): string => {
  const width = Math.max(...VERBS.map(({ name }) => name.length));
  return [
    'Usage: trickdesk <verb> …; trickdesk <verb> --help says more.',
    ...VERBS.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`),
    '',
    'TRICKDESK_KEY   the key, made in the settings of TrickDesk (Keys)',
    'TRICKDESK_URL   where TrickDesk answers; found by itself on this machine',
    'TRICKDESK_DATA  a data folder in use, to find it by',
    '',
    'It ends with 0 when it is done, 1 when the answer is no, 2 for a command that cannot be followed,',
    '3 for a key that is missing or may not, 4 when nothing answers.',
  ].join('\n');
};

const isHelp = (word: string | undefined): boolean => word === '--help' || word === '-h' || word === 'help';

const follow = (argv: readonly string[], out: Output): Promise<Exit> | Exit => {
  const [name, ...rest] = argv;
  if (name === undefined || isHelp(name)) {
    out.print(overview());
    return name === undefined ? EXIT.usage : EXIT.done;
  }
  const chosen = VERBS.find((each) => each.name === name);
  if (!chosen)
    throw new Trouble(
      EXIT.usage,
      `There is no verb "${name}": ${VERBS.map((each) => each.name).join(', ')}.`,
    );
  if (!chosen.isPassedOn && rest.some(isHelp)) {
    out.print(helpOf(chosen));
    return EXIT.done;
  }
  let client: Client | null = null;
  return chosen.run(rest, { out, client: () => (client ??= new Client(connectionOf(process.env))) });
};

/** Exit code of the command; its trouble is said on the error output. */
const run = async (argv: readonly string[], out: Output): Promise<Exit> => {
  try {
    return await follow(argv, out);
  } catch (error) {
    if (!(error instanceof Trouble)) throw error;
    out.say(`trickdesk: ${error.message}`);
    return error.exit;
  }
};

// A reader that has enough, such as `head`, is no fault.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));
process.exitCode = await run(process.argv.slice(2), terminal);
