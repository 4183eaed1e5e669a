const DEVANAGARI = /\p{Script=Devanagari}/u;

/**
 * Text that is shown as it came, whatever the language of the window: what the server says, what people wrote. It tells
 * screen readers and fonts its own language.
 */
export const SaidByServer = ({ children }: { children: string }) => (
  <span lang={DEVANAGARI.test(children) ? 'hi' : 'en'} dir="auto">
    {children}
  </span>
);
