/** Facts from the shell for the application's own rooms, which do not reach the bridge themselves. */
export { onDesktopEvent as onShellEvent } from '../api/desktop.ts';
