/** Do something whose mistake is its own. It is reported, and keeps nobody else from theirs. */
export const apart = (work: () => void): void => {
  try {
    work();
  } catch (error) {
    // Main keeps in its log what a page reports.
    reportError(error);
  }
};
