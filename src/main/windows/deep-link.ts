export const LINK_SCHEME = 'trickdesk';
const LONGEST = 500;
/** Path segments of words, numbers and ids; then, if any, a query of plain characters. */
const ROUTE = /^\/[\w-]+(\/[\w:-]+)*(\?[\w=&%.,:+-]*)?$/;

/**
 * The route of `trickdesk://open/<route>`, or null for anything else. A link only ever says where to go.
 */
export function routeOfLink(link: string): string | null {
  const prefix = `${LINK_SCHEME}://open/`;
  if (link.length > LONGEST || !link.toLowerCase().startsWith(prefix)) return null;
  const route = `/${link.slice(prefix.length).replace(/\/+(?=$|\?)/, '')}`;
  return ROUTE.test(route) ? route : null;
}

/** The first deep link of a command line. */
export function routeOfArguments(argv: readonly string[]): string | null {
  const link = argv.find((arg) => arg.toLowerCase().startsWith(`${LINK_SCHEME}://`));
  return link === undefined ? null : routeOfLink(link);
}
