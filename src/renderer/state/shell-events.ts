/**
 * Events of the shell for code without access to the bridge. The application's own rooms do not reach it themselves.
 */
export { onDesktopEvent as onShellEvent } from '../api/desktop.ts';
