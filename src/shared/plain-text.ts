/** Control characters and those that turn the direction of writing: they colour, erase or fake what a terminal shows. */
const CONTROLS = /[[\p{Cc}\p{Bidi_Control}]--[\t\n]]/gv;

/** Text of any origin, safe for a terminal or a text file: its lines stay. */
export const plainText = (text: string): string => text.replaceAll(CONTROLS, '');

/** Text of any origin on one line. It is for lists whose lines must not become two. */
export const plainLine = (text: string): string => plainText(text.replaceAll(/\s+/g, ' ')).trim();

/** Characters that nobody sees, some of which carry hidden letters. The joiners of Indian scripts are none. */
const UNSEEN = /[[\p{Default_Ignorable_Code_Point}\p{Cs}\p{Co}]--[\u{200c}\u{200d}\u{fe0e}\u{fe0f}]]/gv;

/** Text of any origin, without what a person would not see. */
export const visibleText = (text: string): string => plainText(text).replaceAll(UNSEEN, '');

/**
 * Characters that make a text read otherwise than it is. Nobody sees them or no font has them, or they are so many
 * marks on one letter that they cover other lines. The joiners of Indian scripts and the choice of an emoji's look are
 * none.
 */
const MISLEADING =
  /[[\p{Default_Ignorable_Code_Point}\p{Cs}\p{Co}\p{Zl}\p{Zp}]--[\u{200c}\u{200d}\u{fe0e}\u{fe0f}]]|\p{M}{6}/v;

/** Whether what is read of a text is what stands there. */
export const isAsItLooks = (text: string): boolean => !MISLEADING.test(text);
