/** Characters with a meaning in file systems, or drawn on the screen. */
const NOT_IN_NAMES = /[\p{Cc}\p{Bidi_Control}<>:"/\\|?*]/gu;
/** Behind the last of them stands the name, whichever system wrote it. */
const LAST_SEPARATOR = /^.*[/\\]/su;
const LONGEST = 120;

/**
 * A file name proposed by a window, reduced to a bare name. It has no folder, nothing hidden, nothing that a system
 * reads as something else. The user decides where the file goes.
 */
export const bareName = (proposed: string): string => {
  const name = proposed
    .replace(LAST_SEPARATOR, '')
    .replaceAll(NOT_IN_NAMES, '')
    .replace(/^[. ]+|[. ]+$/gu, '');
  return name === '' ? 'TrickDesk' : name.slice(0, LONGEST);
};
