import { parseArgs } from 'node:util';
import type { Client } from './client.ts';
import type { Output } from './print.ts';
import { EXIT, type Exit, Trouble } from './trouble.ts';

/** An option of a verb: with a value that has a name, or a switch. */
export interface VerbOption {
  /** Name of its value in the help; none of a switch. */
  readonly value?: string;
  readonly help: string;
}

type Options = Readonly<Record<string, VerbOption>>;

/** Options as they were given. */
type Given<O extends Options> = {
  readonly [Name in keyof O]: O[Name] extends { value: string } ? string | undefined : boolean;
};

/** Context of a verb that is run. */
export interface VerbContext<O extends Options> {
  readonly args: readonly string[];
  readonly options: Given<O>;
  readonly out: Output;
  /** @throws Trouble where there is no key, or nothing to call */
  readonly client: () => Client;
}

/** A verb of the command as the table has it. */
export interface Verb {
  readonly name: string;
  readonly summary: string;
  readonly help: readonly string[];
  readonly words: readonly string[];
  readonly options: Options;
  readonly isPassedOn: boolean;
  run(argv: readonly string[], deps: { readonly out: Output; readonly client: () => Client }): Promise<Exit>;
}

interface Declared<O extends Options> {
  readonly summary: string;
  /** Lines of its help, beyond the summary. */
  readonly help?: readonly string[];
  /** Its words, such as `<strategy>`; those in brackets may be left out. */
  readonly words?: readonly string[];
  readonly options?: O;
  /** Whether another command gets everything behind its name. */
  readonly isPassedOn?: boolean;
  readonly run: (context: VerbContext<O>) => Promise<Exit>;
}

const parsed = (options: Options, argv: readonly string[]) => {
  try {
    return parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: Object.fromEntries(
        Object.entries(options).map(([name, { value }]) => [
          name,
          value === undefined ? { type: 'boolean' as const, default: false } : { type: 'string' as const },
        ]),
      ),
    });
  } catch (error) {
    throw new Trouble(EXIT.usage, error instanceof Error ? error.message : String(error), { cause: error });
  }
};

/** Declares a verb: its words and options are checked by what is said of them. */
export const verb = <const O extends Options>(name: string, declared: Declared<O>): Verb => {
  const { summary, help = [], words = [], options = {} as O, isPassedOn = false } = declared;
  const needed = words.filter((word) => !word.startsWith('['));
  return {
    ...{ name, summary, help, words, options, isPassedOn },
    run: (argv, deps) => {
      if (isPassedOn) return declared.run({ args: argv, options: {} as Given<O>, ...deps });
      const { values, positionals } = parsed(options, argv);
      const missing = needed[positionals.length];
      if (missing !== undefined) throw new Trouble(EXIT.usage, `${name} needs ${missing}.`);
      if (positionals.length > words.length)
        throw new Trouble(EXIT.usage, `${name} does not know "${positionals[words.length] ?? ''}".`);
      return declared.run({ args: positionals, options: values as Given<O>, ...deps });
    },
  };
};

const usageOf = ({ name, words, options, isPassedOn }: Verb): string =>
  [
    `trickdesk ${name}`,
    ...words,
    ...(isPassedOn ? ['…'] : []),
    ...(Object.keys(options).length > 0 ? ['[options]'] : []),
  ].join(' ');

/** Help of one verb, made from its declaration. */
export const helpOf = (of: Verb): string => {
  const lines = Object.entries(of.options).map(
    ([name, { value, help }]) => [value === undefined ? `--${name}` : `--${name} ${value}`, help] as const,
  );
  const width = Math.max(0, ...lines.map(([option]) => option.length));
  return [
    `Usage: ${usageOf(of)}`,
    of.summary,
    ...of.help,
    ...(lines.length > 0 ? ['', ...lines.map(([option, help]) => `  ${option.padEnd(width)}  ${help}`)] : []),
  ].join('\n');
};

/** JSON that was given as a word of the command. @throws Trouble with a sentence */
export const jsonGiven = (what: string, text: string | undefined): Record<string, unknown> => {
  if (text === undefined) return {};
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return value as Record<string, unknown>;
  } catch (error) {
    throw new Trouble(EXIT.usage, `${what} is not JSON: ${error instanceof Error ? error.message : ''}`, {
      cause: error,
    });
  }
  throw new Trouble(EXIT.usage, `${what} must be an object such as {"search":"NIFTY"}.`);
};

/** A number that was given as an option. @throws Trouble where it is none, or too small */
export const numberGiven = (name: string, text: string | undefined, least = 1): number | undefined => {
  if (text === undefined) return undefined;
  const number = Number(text);
  if (text.trim() === '' || !Number.isFinite(number) || number < least)
    throw new Trouble(EXIT.usage, `--${name} must be a number of at least ${least}; "${text}" is not.`);
  return number;
};
