import type { z } from 'zod';
import type { DesktopCommandId, DesktopCommands, DesktopEvent } from '../../shared/desktop.ts';
import type { Result } from '../../shared/failure.ts';
import { callBridge } from './bridge.ts';

type CommandInput<Id extends DesktopCommandId> = z.input<DesktopCommands[Id]['input']>;
type CommandOutput<Id extends DesktopCommandId> = z.output<DesktopCommands[Id]['output']>;

/** An order to the shell itself: `desktop('session.sign-out', {})`. */
export const desktop = <Id extends DesktopCommandId>(
  command: Id,
  input: CommandInput<Id>,
): Promise<Result<CommandOutput<Id>>> =>
  callBridge(`desktop.${command}`, input) as Promise<Result<CommandOutput<Id>>>;

/** Facts from the shell. Returns the way to stop listening. */
export const onDesktopEvent = (callback: (event: DesktopEvent) => void): (() => void) =>
  window.bridge.on(callback);
