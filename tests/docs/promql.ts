/** Functions and keywords of PromQL that the dashboard uses. */
const WORDS = new Set([
  ...['by', 'deriv', 'histogram_quantile', 'max', 'min', 'rate', 'sum', 'time', 'topk'],
]);
const TOKEN =
  /\s+|(?<name>[A-Za-z_:][\w:]*)|(?<duration>\[\d+[smhd]\])|(?<text>"[^"\\]*")|\d+(?:\.\d+)?|=~|!=|[-+*/,=]|(?<open>[({])|(?<close>[)}])/uy;
const CLOSING: Readonly<Record<string, string>> = { '(': ')', '{': '}' };

/** The parts of an expression that can be wrong in a dashboard. */
export interface PromqlParts {
  readonly metrics: readonly string[];
  readonly labels: readonly string[];
}

/**
 * Take an expression apart: its metrics and its labels.
 * @throws Error where it has no shape: a character that does not belong, brackets that do not fit
 */
export const promqlParts = (expression: string): PromqlParts => {
  const [metrics, labels]: [string[], string[]] = [[], []];
  const open: string[] = [];
  let before = '';
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < expression.length) {
    const at = TOKEN.lastIndex;
    const { 0: token = '', groups = {} } = TOKEN.exec(expression) ?? {};
    if (token === '') throw new Error(`${expression}: what stands at ${at} does not belong there`);
    if (groups['open'] !== undefined) open.push(before === 'by' ? 'by' : token);
    if (groups['close'] !== undefined) {
      const last = open.pop();
      if (last === undefined || (last === 'by' ? ')' : CLOSING[last]) !== token)
        throw new Error(`${expression}: "${token}" at ${at} closes nothing`);
    }
    if (groups['name'] !== undefined) {
      if (open.at(-1) === '{' || open.at(-1) === 'by') labels.push(token);
      else if (!WORDS.has(token)) metrics.push(token);
    }
    if (token.trim() !== '') before = token;
  }
  if (open.length > 0) throw new Error(`${expression}: a bracket is left open`);
  if (metrics.length === 0) throw new Error(`${expression}: it names no metric`);
  return { metrics, labels };
};
