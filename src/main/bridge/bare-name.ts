/** What a file system gives a meaning, and what would draw on the screen. */
const NOT_IN_NAMES = /[\p{Cc}\p{Bidi_Control}<>:"/\\|?*]/gu;
/** Behind the last of them stands the name, whichever system wrote it. */
const LAST_SEPARATOR = /^.*[/\\]/su;
const LONGEST = 120;

/**
 * The name of a file as a window proposes it, and nothing more: no folder, nothing hidden, nothing that a system reads as
 * something else. The person decides where it goes.
 */
export const bareName = (proposed: string): string => {
  const name = proposed
    .replace(LAST_SEPARATOR, '')
    .replaceAll(NOT_IN_NAMES, '')
    .replace(/^[. ]+|[. ]+$/gu, '');
  return name === '' ? 'TrickDesk' : name.slice(0, LONGEST);
};
