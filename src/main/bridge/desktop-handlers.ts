import type { z } from 'zod';
import type { DesktopCommandId, DesktopCommands } from '../../shared/desktop.ts';
import type { Result } from '../../shared/failure.ts';
import type { AppWindow } from '../windows/app-window.ts';

/** The window that asks. */
export type Asker = Pick<AppWindow, 'kind' | 'feed' | 'watched' | 'native' | 'zoom'>;

/** Exactly one handler for each desktop command: a missing, extra or wrongly typed one does not compile. */
export type DesktopHandlers = {
  readonly [Id in DesktopCommandId]: (
    input: z.output<DesktopCommands[Id]['input']>,
    asker: Asker,
  ) => Promise<Result<z.output<DesktopCommands[Id]['output']>>>;
};
