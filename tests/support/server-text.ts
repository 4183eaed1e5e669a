import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import ts from 'typescript';

const ROOT = resolve(import.meta.dirname, '../..');

/** Texts that no window shows: of the command line and of tests, and data as its author wrote it. */
const NOT_SHOWN = [
  /\.test\.ts$/,
  /^src\/backend\/(arguments|backend|house-options|options|start-backend)\.ts$/,
  /^src\/backend\/(staff|seed|move|db\/migrations)\//,
  // Said in the language that was asked for already.
  /^src\/engine\/(rules|legs)\/.*-phrases\.ts$/,
  // Words of the window, which has them in its own files.
  /^src\/shared\/(indicators\/|shortcuts\.ts)/,
  // Of a server's command line and log.
  /^src\/backend\/(ledger\/check-folder|key-file|cluster\/(house|shard-leases)|db\/database-address)\.ts$/,
  /^src\/backend\/(db\/postgres\/(address|migrate|open-postgres)|secrets\/(key-list|find-named-key))\.ts$/,
  /^src\/backend\/operations\//,
  // Of the document of the interface, for who writes a script.
  /^src\/shared\/openapi\//,
  /^src\/backend\/(db\/open-to-read|market\/export\/.*)\.ts$/,
];

export interface ServerSentence {
  /** With `{{1}}`, `{{2}}`, … for its values. */
  readonly english: string;
  /** Places of mere words, which another language may omit. For example `is` or `are`. */
  readonly words: readonly number[];
  readonly file: string;
}

/** Files with reasons why a field or an imported row is refused. They are parts of a sentence. */
const REASONS = [
  /^src\/shared\/(contract\/[a-z-]+|rule-document|leg-document|field-problems)\.ts$/,
  /^src\/engine\/(rules\/(parse|unit)|sweep\/(parameter-sets|walk-forward)|legs\/leg-sweep)\.ts$/,
  /^src\/backend\/(market\/(import|index-members|corporate-actions|symbol-changes)|tradebook)\//,
  /^src\/backend\/modules\/market\/(import-[a-z-]+|list-report)\.ts$/,
  /^src\/backend\/alert-rules\/channel-config\.ts$/,
];

const isFor = (node: ts.Node, is: (caller: string) => boolean): boolean => {
  for (let above = node.parent; !ts.isStatement(above); above = above.parent)
    if ((ts.isCallExpression(above) || ts.isNewExpression(above)) && is(above.expression.getText()))
      return true;
  return false;
};

/** A defect, or a line for whoever runs the server. */
const isForEngineers = (node: ts.Node): boolean =>
  isFor(node, (caller) => /^(\w*Error|.*[lL]ogger\.\w+|console\.\w+)$/.test(caller));

const isCitation = (node: ts.Node): boolean =>
  ts.isPropertyAssignment(node.parent) && node.parent.name.getText() === 'source';

/** Whether a text is an alert's title, or a table's. A table of titles has it as an entry. */
const isTitle = ({ parent }: ts.Node): boolean =>
  ts.isPropertyAssignment(parent) &&
  (['title', 'reason', 'label'].includes(parent.name.getText()) ||
    (ts.isVariableDeclaration(parent.parent.parent) &&
      /^(TITLES|EXIT_LABELS)$/.test(parent.parent.parent.name.getText())));

/** Values of a template, adjacent ones as one. Adjacent are those without a letter between them. */
const valuesOf = (
  node: ts.TemplateExpression,
): { readonly parts: ts.Expression[]; readonly after: string }[] => {
  const values: { parts: ts.Expression[]; after: string }[] = [];
  for (const { expression, literal } of node.templateSpans) {
    const last = values.at(-1);
    if (last?.after === '') {
      last.parts.push(expression);
      last.after = literal.text;
    } else values.push({ parts: [expression], after: literal.text });
  }
  return values;
};

const textOf = (node: ts.Node): string | null => {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return null;
  return valuesOf(node).reduce((text, { after }, index) => `${text}{{${index + 1}}}${after}`, node.head.text);
};

const wordsOf = (node: ts.Node): number[] =>
  ts.isTemplateExpression(node)
    ? valuesOf(node).flatMap(({ parts }, index) =>
        parts.every(ts.isConditionalExpression) ? [index + 1] : [],
      )
    : [];

/** Ends as a sentence does, or with one that is put in. */
const isSentence = (text: string): boolean =>
  /^[A-Z₹{“]/.test(text) && /\S \S/.test(text) && /[.?!](\s?\{\{\d+\}\})?$/.test(text);
const hasLetters = (text: string): boolean => /[A-Za-z]{2}/.test(text.replaceAll(/\{\{\d+\}\}/g, ''));

/** Whether a text is a reason. It has three words and values at least; shorter ones, and lists of texts, are names. */
const isReason = (text: string, { parent }: ts.Node): boolean =>
  /^["a-z{]/.test(text) &&
  !/_|^\{\{1\}\} \{\{2\}\}$/.test(text) &&
  text.split(' ').length >= 3 &&
  !(ts.isArrayLiteralExpression(parent) && parent.elements.every(ts.isStringLiteralLike));

/** Sentences, alert titles and reasons in the server's sources, for people. */
export const serverSentences = (): ServerSentence[] => {
  const found = new Map<string, ServerSentence>();
  const files = globSync(
    [
      'src/{backend,engine,shared}/**/*.ts',
      'src/main/backend-host/backend-*.ts',
      // What the desktop says in place of a server that does not answer.
      'src/main/gateway/*.ts',
    ],
    { cwd: ROOT },
  )
    .filter((file) => !NOT_SHOWN.some((pattern) => pattern.test(file)))
    .sort();
  for (const file of files) {
    const source = ts.createSourceFile(
      file,
      readFileSync(join(ROOT, file), 'utf8'),
      ts.ScriptTarget.Latest,
      true,
    );
    const hasReasons = REASONS.some((pattern) => pattern.test(file));
    const visit = (node: ts.Node): void => {
      const text = textOf(node);
      if (
        text !== null &&
        hasLetters(text) &&
        (isSentence(text) ||
          (isTitle(node) && /^[A-Z{]/.test(text)) ||
          (hasReasons && isReason(text, node))) &&
        !ts.isTaggedTemplateExpression(node.parent) &&
        !isCitation(node) &&
        !isForEngineers(node)
      )
        found.set(text, { english: text, words: wordsOf(node), file });
      node.forEachChild(visit);
    };
    visit(source);
  }
  return [...found.values()];
};
