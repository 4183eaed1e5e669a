/**
 * Another party's words, such as the broker's reason, as an ended sentence. Another sentence may follow it. What ends
 * with a full stop, a question or an exclamation mark (also inside quotes or brackets) stays as it is; no words stay
 * none.
 */
export const endedSentence = (message: string): string => {
  const text = message.trim();
  return text === '' || /[.!?…।]["'”’)\]]*$/.test(text) ? text : `${text.replace(/[\s,;:–-]+$/, '')}.`;
};
