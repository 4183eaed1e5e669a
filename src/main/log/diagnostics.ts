import { readFile } from 'node:fs/promises';
import { DIAGNOSTICS_LIMIT } from '../../shared/contract/tickets.ts';
import type { BackendState, Settings } from '../../shared/desktop.ts';
import { plainText } from '../../shared/plain-text.ts';
import { redact } from './redact.ts';
import { withoutPersons } from './without-persons.ts';

export interface DiagnosticsDeps {
  /** Name and version of each program, in the order shown. */
  readonly versions: Readonly<Record<string, string>>;
  readonly settings: Settings;
  readonly backend: BackendState;
  readonly logFile: string;
  /** The person's own folder: its path has their name. */
  readonly home: string;
}

const LOG_LINES = 200;

const lastLines = async (file: string): Promise<string[]> => {
  try {
    return (await readFile(file, 'utf8')).trimEnd().split('\n').slice(-LOG_LINES);
  } catch (error) {
    return [`The log could not be read: ${(error as Error).message}`];
  }
};

/** Newest lines matter most: what is too long loses its oldest ones. */
const shortened = (head: string, log: string): string => {
  const room = DIAGNOSTICS_LIMIT - head.length;
  return head + (log.length > room ? `…${log.slice(1 - room)}` : log);
};

/**
 * Facts about this computer for support: versions, settings, the state of the server and the last lines of the logs.
 * Tokens, addresses, phone numbers, PAN and Aadhaar numbers and the person's folder are taken out.
 */
export async function diagnosticsText(deps: DiagnosticsDeps): Promise<string> {
  const { versions, settings, backend, logFile, home } = deps;
  const { logTail, ...state } = backend;
  const section = (title: string, lines: readonly string[]): string => `${title}\n${lines.join('\n')}\n\n`;
  const clean = (text: string): string =>
    plainText(withoutPersons(String(redact(text))).replaceAll(home || '\0', '~'));
  const head =
    section(
      'Programs',
      Object.entries(versions).map(([name, version]) => `${name} ${version}`),
    ) +
    section('Settings', [JSON.stringify(redact(settings), null, 1)]) +
    section('Server', [JSON.stringify(redact(state), null, 1)]);
  const log =
    section('Last lines of the server', logTail) +
    section('Last lines of the desktop', await lastLines(logFile));
  return shortened(clean(head), clean(log)).trim();
}
