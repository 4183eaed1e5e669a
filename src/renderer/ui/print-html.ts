const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');

/** Markup that may be printed as it is; everything else is text and is escaped. */
export class Markup {
  readonly source: string;
  constructor(source: string) {
    this.source = source;
  }
}

type Part = string | number | Markup | readonly Markup[];

const sourceOf = (part: Part): string => {
  if (part instanceof Markup) return part.source;
  if (typeof part === 'object') return part.map(({ source }) => source).join('');
  return escaped(String(part));
};

/** Markup written as a template: html`<p>${name}</p>`. What is put in is escaped, unless it is markup itself. */
export const html = (strings: TemplateStringsArray, ...parts: Part[]): Markup =>
  new Markup(
    strings.map((text, index) => text + (index < parts.length ? sourceOf(parts[index] ?? '') : '')).join(''),
  );

/** Light always, whatever the window is: it is for paper. */
const STYLE = new Markup(`<style>
@page { @bottom-center { content: counter(page) " / " counter(pages); font: 8pt system-ui, sans-serif; color: #555; } }
:root { color-scheme: light; }
body { margin: 0; font: 10pt/1.45 system-ui, 'Noto Sans Devanagari', sans-serif; color: #1a1a1a; background: #fff; }
.letterhead { display: flex; justify-content: space-between; margin-bottom: 10pt; color: #555; font-size: 9pt; }
.letterhead strong { color: #1a1a1a; font-size: 11pt; }
header { display: flex; justify-content: space-between; align-items: baseline; gap: 16pt; border-bottom: 1pt solid #1a1a1a; padding-bottom: 6pt; }
h1 { margin: 0; font-size: 16pt; }
h2 { margin: 0 0 2pt; font-size: 10pt; color: #555; font-weight: 600; }
.sandbox { margin: 10pt 0 0; padding: 6pt 8pt; border: 1pt dashed #8a3b00; color: #8a3b00; font-weight: 600; }
.sides { display: grid; grid-template-columns: 1fr 1fr; gap: 16pt; margin: 14pt 0; }
p { margin: 0; }
table { width: 100%; border-collapse: collapse; margin-top: 14pt; font-variant-numeric: tabular-nums; }
thead { display: table-header-group; }
tr { break-inside: avoid; }
th, td { padding: 4pt; border-bottom: 0.5pt solid #bbb; text-align: left; vertical-align: top; overflow-wrap: anywhere; }
th { font-size: 9pt; color: #555; }
.many { font-size: 8pt; }
.many th { font-size: 8pt; }
.amount { text-align: right; white-space: nowrap; }
.total td { font-weight: 700; border-bottom: 1.5pt solid #1a1a1a; }
footer { margin-top: 18pt; font-size: 9pt; color: #555; }
</style>`);

interface PrintPage {
  title: string;
  /** Stands at the right of the title, such as a number. */
  aside: string;
  /** Whose paper it is; nothing where the body says it. */
  holder?: string;
  /** Said in a frame when nothing real was paid; null otherwise. */
  sandbox: string | null;
  body: Markup;
  foot: string;
}

/** A page for the printer: letterhead, title, what it is about, and where it comes from. */
export const printPage = ({ title, aside, holder = '', sandbox, body, foot }: PrintPage): string =>
  html`<title>${title}</title>
    ${STYLE}
    <div class="letterhead"><strong>TrickDesk</strong><span>${holder}</span></div>
    <header>
      <h1>${title}</h1>
      <p>${aside}</p>
    </header>
    ${sandbox === null ? [] : html`<p class="sandbox">${sandbox}</p>`} ${body}
    <footer>${foot}</footer>`.source;

export interface PrintColumn<Row> {
  readonly title: string;
  readonly text: (row: Row) => string;
  /** Amounts and counts stand at the right. */
  readonly isAmount?: boolean;
  /** Text of a closing row; the row is there when a column has something to say. */
  readonly total?: string;
}

interface PrintTable<Row> {
  readonly columns: readonly PrintColumn<Row>[];
  readonly rows: readonly Row[];
}

/** Most columns in normal type; more are set small to fit the sheet. */
const MOST_COLUMNS = 6;

/** Rows under a head that is repeated on every sheet. */
export const printTable = <Row>({ columns, rows }: PrintTable<Row>): Markup => {
  // Short, for there may be thousands.
  const cells = (texts: readonly string[]): readonly Markup[] =>
    texts.map((text, index) =>
      columns[index]?.isAmount ? html`<td class="amount">${text}</td>` : html`<td>${text}</td>`,
    );
  return html`<table class="${columns.length > MOST_COLUMNS ? 'many' : ''}">
    <thead>
      <tr>
        ${columns.map(({ title, isAmount }) => html`<th class="${isAmount ? 'amount' : ''}">${title}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        (row) =>
          html`<tr>
            ${cells(columns.map(({ text }) => text(row)))}
          </tr>`,
      )}
      ${
        columns.some(({ total }) => total !== undefined)
          ? html`<tr class="total">
              ${cells(columns.map(({ total = '' }) => total))}
            </tr>`
          : []
      }
    </tbody>
  </table>`;
};

/** Names and values below each other; a value without text is left out. */
export const printFacts = (facts: readonly (readonly [name: string, value: string])[]): Markup =>
  html`<table>
    ${facts
      .filter(([, value]) => value !== '')
      .map(
        ([name, value]) =>
          html`<tr>
            <th>${name}</th>
            <td>${value}</td>
          </tr>`,
      )}
  </table>`;
