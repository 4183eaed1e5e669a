/**
 * Lint rule: a docstring begins with a short lead, a noun phrase or an imperative of at most twelve words. What more
 * there is to say comes after it. Verbs that can mean anything are no way to begin.
 */

/** Words that the lead of a docstring may have. */
export const MOST_WORDS = 12;

/** Openings that say too little: what is taken, told, heard or handed is applied, published, notified, submitted. */
const VAGUE = /^(?:Takes|Tells|Hears|Hands|Answers (?:whether|what|with|the way))\b/;

/** Opening of a relative clause, which has to be read to its end: the cost of a call, not what a call costs. */
const RELATIVE = /^What\b/;

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
      vague: '“{{opening}}” can mean anything: say return, apply, restore, notify, publish, submit.',
      relative:
        '“What …” has to be read twice: begin with the noun (“Cost of a call”, not “What a call costs”).',
      long: 'The lead of a docstring has {{words}} words: say it in {{most}}, and the rest in a sentence after it.',
    },
  },
  create: (context) => ({
    Program() {
      for (const comment of context.sourceCode.getAllComments()) {
        const lead = comment.type === 'Block' ? leadOf(comment.value) : null;
        const words = lead ? lead.split(' ').length : 0;
        const opening = lead ? VAGUE.exec(lead)?.[0] : undefined;
        if (opening) context.report({ loc: comment.loc, messageId: 'vague', data: { opening } });
        if (lead && RELATIVE.test(lead)) context.report({ loc: comment.loc, messageId: 'relative' });
        if (words > MOST_WORDS)
          context.report({ loc: comment.loc, messageId: 'long', data: { words, most: MOST_WORDS } });
      }
    },
  }),
};
