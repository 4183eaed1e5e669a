import { serverText } from '../i18n/translate.ts';

const DEVANAGARI = /\p{Script=Devanagari}/u;

/**
 * Text that was not written here: what the server says, in the language of the window where it is known, and what people
 * wrote, as it came. It tells screen readers and fonts its own language.
 */
export const SaidByServer = ({ children }: { children: string }) => {
  const text = serverText(children);
  return (
    <span lang={DEVANAGARI.test(text) ? 'hi' : 'en'} dir="auto">
      {text}
    </span>
  );
};
