import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const onPath = (program) =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .some((folder) => folder !== '' && existsSync(join(folder, program)));

/** Unlocks a new, empty keyring, then becomes the command it is given. */
const UNLOCK =
  'eval "$(printf %s throw-away | gnome-keyring-daemon --unlock --components=secrets 2>/dev/null | sed "s/^/export /")"; exec "$@"';

/**
 * A command line that runs `command` with a D-Bus and a keyring of its own, which end with it; null where the
 * programs for it are missing. The keyring's file lies under XDG_DATA_HOME, which must be throw-away too.
 */
export function withKeyring(command) {
  if (process.platform !== 'linux' || !onPath('dbus-run-session') || !onPath('gnome-keyring-daemon'))
    return null;
  return ['dbus-run-session', '--', 'sh', '-c', UNLOCK, 'sh', ...command];
}
