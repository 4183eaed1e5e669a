import ts from 'typescript';

/** A sentence that the window says through `t`, `words` or `<Sentence>`. */
export interface Sentence {
  readonly english: string;
  readonly context: string | null;
  /** Whether a number chooses its plural. */
  readonly isCounted: boolean;
  readonly place: string;
}

const parse = (name: string, text: string): ts.SourceFile =>
  ts.createSourceFile(
    name,
    text,
    ts.ScriptTarget.Latest,
    true,
    name.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  );

const placeOf = (node: ts.Node): string => {
  const file = node.getSourceFile();
  return `${file.fileName}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
};

const visit = (node: ts.Node, onNode: (node: ts.Node) => void): void => {
  onNode(node);
  node.forEachChild((child) => visit(child, onNode));
};

const calleeOf = (call: ts.CallExpression | ts.NewExpression): string => {
  const { expression } = call;
  if (ts.isIdentifier(expression)) return expression.text;
  return ts.isPropertyAccessExpression(expression) ? expression.name.text : '';
};

const property = (object: ts.Node | undefined, name: string): ts.Node | undefined =>
  object && ts.isObjectLiteralExpression(object)
    ? object.properties.find((one) => one.name?.getText() === name)
    : undefined;

/** The text literals that an expression may come to: itself, or the branches of a choice. */
const literalsOf = (node: ts.Node): ts.StringLiteralLike[] => {
  if (ts.isStringLiteralLike(node)) return [node];
  if (ts.isConditionalExpression(node)) return [node.whenTrue, node.whenFalse].flatMap(literalsOf);
  if (ts.isParenthesizedExpression(node)) return literalsOf(node.expression);
  return [];
};

const contextsOf = (options: ts.Node | undefined): (string | null)[] => {
  const entry = property(options, 'context');
  const literals = entry && ts.isPropertyAssignment(entry) ? literalsOf(entry.initializer) : [];
  return literals.length > 0 ? literals.map(({ text }) => text) : [null];
};

const attributeOf = (element: ts.JsxAttribute): ts.Node | undefined =>
  element.initializer && ts.isJsxExpression(element.initializer)
    ? element.initializer.expression
    : element.initializer;

const SENTENCE_ELEMENT = 'Sentence';
const elementOf = (attribute: ts.JsxAttribute): string => attribute.parent.parent.tagName.getText();

/** Every sentence that a source file of the window says. */
export const sentencesOf = (name: string, text: string): Sentence[] => {
  const sentences: Sentence[] = [];
  const add = (literals: readonly ts.StringLiteralLike[], options?: ts.Node) => {
    const isCounted = property(options, 'count') !== undefined;
    for (const literal of literals)
      for (const context of contextsOf(options))
        sentences.push({ english: literal.text, context, isCounted, place: placeOf(literal) });
  };
  visit(parse(name, text), (node) => {
    if (ts.isCallExpression(node) && calleeOf(node) === 't' && node.arguments[0])
      add(literalsOf(node.arguments[0]), node.arguments[1]);
    if (ts.isCallExpression(node) && calleeOf(node) === 'labels') {
      const [table, options] = node.arguments;
      if (table && ts.isObjectLiteralExpression(table))
        for (const entry of table.properties)
          if (ts.isPropertyAssignment(entry)) add(literalsOf(entry.initializer), options);
    }
    if (ts.isJsxAttribute(node) && elementOf(node) === SENTENCE_ELEMENT && node.name.getText() === 'text') {
      const values = node.parent.properties.find((one) => one.name?.getText() === 'values');
      const literal = attributeOf(node);
      if (literal)
        add(literalsOf(literal), values && ts.isJsxAttribute(values) ? attributeOf(values) : undefined);
    }
  });
  return sentences;
};

/** Calls whose texts nobody reads on the screen: styles, look-ups, errors for developers. */
const SILENT_CALLS = new Set([
  't',
  'labels',
  'makeStyles',
  'mergeClasses',
  'Error',
  'TypeError',
  'querySelector',
  'querySelectorAll',
  'matchMedia',
  'addEventListener',
  'removeEventListener',
  'closest',
  'has',
  'startsWith',
  'endsWith',
  'includes',
  'RegExp',
  'routeHref',
  'oneOf',
]);
const SILENT_ATTRIBUTES = new Set([
  'className',
  'style',
  'href',
  'key',
  'd',
  'viewBox',
  'lang',
  'aria-keyshortcuts',
]);
/** Fields whose values nobody reads: the server's own words, and keys. */
const WIRE_FIELDS = new Set(['key', 'pageType', 'tab']);
/** Names of keys on a keyboard, as events say them. */
const KEY_NAMES =
  /^(?:Arrow(?:Left|Right|Up|Down)|Escape|Enter|Tab|Home|End|Page(?:Up|Down)|Period|Backspace|Delete)$/;
const SHORTCUT = /^(?:Ctrl|Alt|Shift)(?:$|[+ ])/;
/** Names that are written alike in every language. */
const PROPER_NAMES = /^(?:TrickDesk|Angel One|Electron|Node|TradingView|Noto Sans Devanagari)(?: ·)?$/;
const STYLE_VALUE = /\bsans-serif$|\bmonospace$|^\d+px (?:solid|dashed)\b|^color-mix\(|^@container /;

const isWordy = (text: string): boolean => {
  const plain = text.replaceAll(/<style>[^]*<\/style>|<[^>]*>|&\w+;/g, ' ').trim();
  if (!/[A-Za-z]{2}/.test(plain)) return false;
  if ([KEY_NAMES, SHORTCUT, PROPER_NAMES, STYLE_VALUE].some((other) => other.test(plain))) return false;
  // Addresses, identifiers, acronyms.
  if (/^[\w./:#?&=@-]+$/.test(plain) && !/^[A-Z][a-z]+[.?…]?$/.test(plain)) return false;
  if (/^[A-Z0-9 .&+/,()-]+$/.test(plain)) return false;
  return /^[A-Z][a-z]+|(?:^|\s)[A-Za-z][a-z]+[,.:;?…]?(?:\s|$)/.test(plain);
};

/** A piece of a sentence that is glued together: ` of `, ` more`. */
const isGlue = (node: ts.Node & { text: string }): boolean =>
  !ts.isStringLiteralLike(node) &&
  !STYLE_VALUE.test(node.text.trim()) &&
  /(?:^|\s)[a-z]{2,}\s|\s[a-z]{2,}$/.test(node.text);

/** A value of the contract, repeated under its literal type (`const X: typeof CONTRACT = …`). */
const isOfContract = (node: ts.Node): boolean => {
  let at = node.parent;
  while (ts.isArrayLiteralExpression(at) || ts.isObjectLiteralExpression(at) || ts.isPropertyAssignment(at))
    at = at.parent;
  return ts.isVariableDeclaration(at) && at.type !== undefined && ts.isTypeQueryNode(at.type);
};

const isSilent = (node: ts.Node): boolean => {
  const { parent } = node;
  if (isOfContract(node)) return true;
  if (
    ts.isImportDeclaration(parent) ||
    ts.isExportDeclaration(parent) ||
    ts.isLiteralTypeNode(parent) ||
    ts.isCaseClause(parent) ||
    ts.isElementAccessExpression(parent) ||
    (ts.isPropertyAssignment(parent) && (parent.name === node || WIRE_FIELDS.has(parent.name.getText()))) ||
    (ts.isBinaryExpression(parent) && /^[!=]==?$|^in$/.test(parent.operatorToken.getText()))
  )
    return true;
  for (let at: ts.Node = node; !ts.isSourceFile(at); at = at.parent) {
    if ((ts.isCallExpression(at) || ts.isNewExpression(at)) && SILENT_CALLS.has(calleeOf(at))) return true;
    if (ts.isJsxAttribute(at)) {
      const name = at.name.getText();
      if (SILENT_ATTRIBUTES.has(name) || elementOf(at) === SENTENCE_ELEMENT) return true;
    }
    if (ts.isFunctionLike(at)) return ts.isCallExpression(at.parent) && calleeOf(at.parent) === 'inEnglish';
    if (ts.isJsxElement(at)) break;
  }
  return false;
};

/** Routes are plain data in English, whose titles the sentences count. Names of keys are no words. */
const PLAIN_DATA = /^app.(?:route-list\.ts|menu-items\.tsx|key-presses\.ts)$/;

/** Readable texts of a source file that no language knows. Each as `place: text`. */
export const hardCodedTextOf = (name: string, text: string): string[] => {
  if (PLAIN_DATA.test(name)) return [];
  const found: string[] = [];
  visit(parse(name, text), (node) => {
    const isText = ts.isStringLiteralLike(node) || ts.isJsxText(node) || ts.isTemplateLiteralToken(node);
    if (!isText || !(isWordy(node.text) || isGlue(node))) return;
    const outer = ts.isTemplateLiteralToken(node) && !ts.isStringLiteralLike(node) ? templateOf(node) : node;
    if (!isSilent(outer)) found.push(`${placeOf(node)}: ${node.text.trim()}`);
  });
  return found;
};

const templateOf = (piece: ts.Node): ts.Node => {
  let at = piece;
  while (!ts.isTemplateExpression(at)) at = at.parent;
  return at;
};

/** Elements whose entries stand beside each other. */
const MENUS = /^(TabList|MenuList|MenuPopover)$/;
const ENTRIES = /^(Tab|MenuItem\w*)$/;

/** Texts that stand beside each other: menu entries, tabs, tables of labels. */
export const menusOf = (name: string, text: string): Sentence[][] => {
  const menus: Sentence[][] = [];
  const within = (node: ts.Node): Sentence[] =>
    sentencesOf(name, `const entry = <>${node.getFullText()}</>;`).map((sentence) => ({
      ...sentence,
      place: placeOf(node),
    }));
  visit(parse(name, text), (node) => {
    if (ts.isCallExpression(node) && calleeOf(node) === 'labels')
      menus.push(
        sentencesOf(name, node.getText()).map((sentence) => ({ ...sentence, place: placeOf(node) })),
      );
    if (!ts.isJsxElement(node) || !MENUS.test(node.openingElement.tagName.getText())) return;
    const entries: Sentence[] = [];
    visit(node, (inner) => {
      if (ts.isJsxElement(inner) && ENTRIES.test(inner.openingElement.tagName.getText()))
        entries.push(...inner.children.flatMap(within));
    });
    menus.push(entries);
  });
  return menus.filter(({ length }) => length > 1);
};
