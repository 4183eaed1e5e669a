/**
 * Lint rule: a docstring begins with a short lead, a noun phrase or an imperative of at most twelve words. What more
 * there is to say comes after it.
 */

/** Words that the lead of a docstring may have. */
export const MOST_WORDS = 12;

/**
 * The lead of a block comment that is a docstring: what comes before the first full stop, colon, semicolon, empty line
 * or tag. Null for any other comment.
 * @param {string} comment what stands between the slashes' stars, `* …`
 * @returns {string | null}
 */
export const leadOf = (comment) => {
  if (!comment.startsWith('*')) return null;
  const text = comment
    .slice(1)
    .split('\n')
    .map((line) => line.replace(/^\s*\* ?/, '').trimEnd())
    .join('\n')
    .trim();
  const [lead = ''] = text.split(/[.:;?](?=\s|$)|\n\s*\n|(?:^|\s)@[a-z]+\b/);
  return lead.replaceAll(/\s+/g, ' ').trim();
};

/** @type {import('eslint').Rule.RuleModule} */
export const docstringLead = {
  meta: {
    type: 'suggestion',
    schema: [],
    messages: {
      long: 'The lead of a docstring has {{words}} words: say it in {{most}}, and the rest in a sentence after it.',
    },
  },
  create: (context) => ({
    Program() {
      for (const comment of context.sourceCode.getAllComments()) {
        const lead = comment.type === 'Block' ? leadOf(comment.value) : null;
        const words = lead ? lead.split(' ').length : 0;
        if (words > MOST_WORDS)
          context.report({ loc: comment.loc, messageId: 'long', data: { words, most: MOST_WORDS } });
      }
    },
  }),
};
