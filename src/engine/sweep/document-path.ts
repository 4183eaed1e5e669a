/** `entry.conditions[0].left` or `entry.conditions.0.left` as its parts. */
export const pathParts = (path: string): readonly string[] => path.replaceAll(/\[(\d+)\]/g, '.$1').split('.');

const ownChild = (node: unknown, part: string): unknown =>
  typeof node === 'object' && node !== null && Object.hasOwn(node, part)
    ? (node as Readonly<Record<string, unknown>>)[part]
    : undefined;

/** The nodes along a path, from the document to the end. Undefined from where the path leads nowhere. */
export const nodesAlong = (document: unknown, parts: readonly string[]): unknown[] => {
  const nodes = [document];
  for (const part of parts) nodes.push(ownChild(nodes.at(-1), part));
  return nodes;
};

/** The number at a path of a document; null when there is none. */
export const numberAt = (document: unknown, path: string): number | null => {
  const end = nodesAlong(document, pathParts(path)).at(-1);
  return typeof end === 'number' ? end : null;
};

/** Puts a number where there is one already. Throws a RangeError when there is none at the path. */
export const setNumberAt = (document: object, path: string, value: number): void => {
  const parts = pathParts(path);
  const holder = nodesAlong(document, parts).at(-2);
  if (numberAt(document, path) === null) throw new RangeError(`There is no number at ${path}.`);
  (holder as Record<string, unknown>)[parts.at(-1) as string] = value;
};
