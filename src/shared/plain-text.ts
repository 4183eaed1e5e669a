/** Control characters and those that turn the direction of writing: they colour, erase or fake what a terminal shows. */
const CONTROLS = /[[\p{Cc}\p{Bidi_Control}]--[\t\n]]/gv;

/** A text of anybody's as it may reach a terminal or a text file: its lines stay. */
export const plainText = (text: string): string => text.replaceAll(CONTROLS, '');

/** The same on one line, for a line of a list that must not become two. */
export const plainLine = (text: string): string => plainText(text.replaceAll(/\s+/g, ' ')).trim();
