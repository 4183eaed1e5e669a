/**
 * Lint rule: names of the code use the words of docs/GLOSSARY.md. A word of this house alone is refused, with what to
 * write instead; `live` means real money and is refused in rooms that know nothing of it; spellings of the wire are
 * refused everywhere but where they are translated.
 */

/** Names that are refused everywhere, each with what to write instead. */
const BANNED = [
  [/^desks?$|^desk[A-Z]|[a-z]Desks?$|Desk[A-Z]|^Desks?$|(?:^|_)DESKS?(?:_|$)/, 'the name of what it is'],
  [/^needs$|[a-z]Needs$/, '`deps` or `…Deps`'],
  [/_WORDS$|^[a-z]\w*(?<![pP]ass|[iI]n)Words$/, '`…_LABELS` for a table, `…Text` for a sentence'],
  [/^(?:is|publish)Fleeting$/, '`isMoving`'],
  [/^overtakes?$/, '`supersede`'],
  [/[oO]bjection$/, '`blockReason`'],
  [/[oO]bstacle$/, '`fillBlock`'],
  [/^goOn$/, 'what it does: resume'],
  [
    /^(?:tell|tells|telling|hear|hears|hearing|take|takes|taking|hand|hands|handing)(?=[A-Z]|$)|[a-z](?:Tell|TakeUp|TakeBack|TakenUp)$/,
    'what it does: notify, publish, report, receive, apply, book, read, submit',
  ],
  // *Look-ahead* and *lookback* are the field's; a look is what the window has.
  [/^look(?!Ahead|Back|Alikes?|Fields|Context|Card)(?=[A-Z])/, 'what it does: poll, check, read'],
  [
    /[lL]ive(?:Cells?|Data|Feed|Grid|Publisher|Quotes?|Region|Reload|Results?|Rows?|Stream)$/,
    'a word for streaming or valuing; `live` is real money',
  ],
  [/^hasLiveOrder$|^LIVE_ORDER_STATES$/, '`working` for an order that can still fill'],
];

/** A spelling of the specification's wire: the program says strategy and author, and has its own names for the fields. */
const WIRE_SPELLING = /[tT]rick|TRICK|Trcik|notication|^is_live$/;

/** Where the wire is spelt as the specification has it, and where the database of before is. */
const SPELT_AS_SPECIFIED = /^(?:src\/shared\/contract|src\/backend\/db\/migrations|tests\/contract)\//;

/** The product's own name. */
const PRODUCT = /TrickDesk|TRICKDESK/g;

/** `live` as a word of a name. */
const LIVE = /(?:^|_)live(?=$|[A-Z_])|[lL]ive(?=[A-Z]|$)(?<=(?:^|[a-z])Live)|(?:^|_)LIVE(?=$|_)/;

/** Rooms that know of real money: its orders, what it is shown with, and the tests of both. */
const REAL_MONEY = [
  // Accounts at a broker, what trades on them, and the rows they are kept in.
  /^src\/backend\/(?:backup|baskets|broker-accounts|db|manual|modules|move|tax|trading)\//,
  /^src\/backend\/create-backend\.ts$/,
  // What the desktop shows of them, and asks before it quits or updates.
  /^src\/main\/(?:status|tray|updates|windows)\/|^src\/main\/start-desktop\.ts$/,
  // Pages, and the dialogs that go live; the parts of `ui` know a mode at most.
  /^src\/renderer\/(?:app|features|screens|state|test-harness)\//,
  /^src\/renderer\/ui\/mode-chip\.tsx$/,
  /^src\/shared\/contract\//,
  /^tests\//,
];

/**
 * What to write instead of a name that is refused everywhere; null for any other.
 * @param {string} name
 * @returns {string | null}
 */
export const insteadOf = (name) => {
  const own = name.replaceAll(PRODUCT, '');
  return BANNED.find(([pattern]) => pattern.test(own))?.[1] ?? null;
};

/**
 * Whether a file may declare this name as far as `live` goes.
 * @param {string} name
 * @param {string} file relative to the root, with `/`
 * @returns {boolean}
 */
export const mayBeLive = (name, file) => !LIVE.test(name) || REAL_MONEY.some((room) => room.test(file));

/**
 * Whether a name in a file is a spelling of the wire that has no place there.
 * @param {string} name
 * @param {string} file relative to the root, with `/`
 * @returns {boolean}
 */
export const isWireSpelling = (name, file) =>
  WIRE_SPELLING.test(name.replaceAll(PRODUCT, '')) && !SPELT_AS_SPECIFIED.test(file);

/** The kinds of nodes whose `id` or `key` gives something its name. */
const DECLARATIONS = [
  'VariableDeclarator',
  'FunctionDeclaration',
  'ClassDeclaration',
  'TSInterfaceDeclaration',
  'TSTypeAliasDeclaration',
  'MethodDefinition',
  'PropertyDefinition',
];

/** @type {import('eslint').Rule.RuleModule} */
export const glossaryWords = {
  meta: {
    type: 'suggestion',
    schema: [],
    messages: {
      banned: '`{{name}}` is no word of docs/GLOSSARY.md: write {{instead}}.',
      wire: '`{{name}}` is a spelling of the wire: write our name for it (src/shared/contract/wire-names.ts).',
      live: '`{{name}}`: live means real money, of which this room knows nothing (docs/GLOSSARY.md).',
    },
  },
  create(context) {
    const file = context.filename
      .slice(context.cwd.length + 1)
      .split('\\')
      .join('/');
    const refuse = (node) => {
      const instead = insteadOf(node.name);
      if (instead !== null) context.report({ node, messageId: 'banned', data: { name: node.name, instead } });
      if (isWireSpelling(node.name, file))
        context.report({ node, messageId: 'wire', data: { name: node.name } });
    };
    const declared = (node) => {
      const named = node.id ?? node.key;
      if (
        (named?.type === 'Identifier' || named?.type === 'PrivateIdentifier') &&
        !mayBeLive(named.name, file)
      )
        context.report({ node: named, messageId: 'live', data: { name: named.name } });
    };
    return {
      Identifier: refuse,
      PrivateIdentifier: refuse,
      ...Object.fromEntries(DECLARATIONS.map((kind) => [kind, declared])),
    };
  },
};
