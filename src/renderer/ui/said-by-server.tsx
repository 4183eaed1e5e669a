/** What the server says: shown as it is, in English whatever the language of the window. */
export const SaidByServer = ({ children }: { children: string }) => (
  <span lang="en" dir="auto">
    {children}
  </span>
);
