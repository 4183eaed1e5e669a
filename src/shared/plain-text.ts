/** Control characters and those that turn the direction of writing: they colour, erase or fake what a terminal shows. */
const CONTROLS = /[[\p{Cc}\p{Bidi_Control}]--[\t\n]]/gv;

/** A text of anybody's as it may reach a terminal or a text file: its lines stay. */
export const plainText = (text: string): string => text.replaceAll(CONTROLS, '');

/** The same on one line, for a line of a list that must not become two. */
export const plainLine = (text: string): string => plainText(text.replaceAll(/\s+/g, ' ')).trim();

/**
 * Signs that nobody sees or that no font has, and so many marks on one letter that they cover other lines. The joiners
 * of Indian scripts and the choice of an emoji's look are none.
 */
const MISLEADING =
  /[[\p{Default_Ignorable_Code_Point}\p{Cs}\p{Co}\p{Zl}\p{Zp}]--[\u{200c}\u{200d}\u{fe0e}\u{fe0f}]]|\p{M}{6}/v;

/** Whether what is read of a text is what stands there. */
export const isAsItLooks = (text: string): boolean => !MISLEADING.test(text);
