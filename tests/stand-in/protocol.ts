import type { Session as DevToolsSession } from './devtools.ts';

/**
 * app:// carried over https. Chromium refuses app:// before the debugger sees it, so `app://host/path` travels as
 * `https://host.app.standin/path` and is answered by the app's own handler.
 */
interface Privileges {
  standard?: boolean;
  secure?: boolean;
}
type Handler = (request: Request) => Response | Promise<Response>;

const SUFFIX = '.standin';
const schemes = new Set<string>();
const handlers = new Map<string, Handler>();

export const protocol = {
  registerSchemesAsPrivileged(entries: { scheme: string; privileges?: Privileges }[]): void {
    for (const { scheme } of entries) schemes.add(scheme);
  },
  handle(scheme: string, handler: Handler): void {
    if (!schemes.has(scheme)) throw new Error(`The scheme '${scheme}' is not registered as privileged`);
    handlers.set(scheme, handler);
  },
  unhandle: (scheme: string) => void handlers.delete(scheme),
  isProtocolHandled: (scheme: string) => handlers.has(scheme),
};

/** `app://host/path` → the address it travels under; other addresses stay as they are. */
export function toCarried(address: string): string {
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(address)?.[1];
  if (scheme === undefined || !schemes.has(scheme)) return address;
  return address.replace(/^[^:]+:\/\/([^/?#]+)/, `https://$1.${scheme}${SUFFIX}`);
}

/** The address as the app knows it. */
export function fromCarried(address: string): string {
  return address.replace(/^https:\/\/([^/?#]+)\.([a-z][a-z0-9+-]*)\.standin(?=[/?#]|$)/, '$2://$1');
}

/** Requests of a page that must be seen: the app's own addresses, and every document. */
export const INTERCEPTED = [
  { urlPattern: `https://*${SUFFIX}/*` },
  { urlPattern: '*', resourceType: 'Document' },
];

export interface PausedRequest {
  readonly requestId: string;
  readonly frameId: string;
  readonly resourceType: string;
  readonly request: {
    readonly url: string;
    readonly method: string;
    readonly headers: Record<string, string>;
    readonly postData?: string;
  };
}

/** Answer a paused request from the app's handler, or continue it. */
export async function answer(session: DevToolsSession, paused: PausedRequest): Promise<void> {
  const { requestId, request } = paused;
  const url = fromCarried(request.url);
  const handler = url === request.url ? undefined : handlers.get(url.slice(0, url.indexOf(':')));
  if (url === request.url) return void (await session.send('Fetch.continueRequest', { requestId }));
  if (!handler)
    return void (await session.send('Fetch.failRequest', { requestId, errorReason: 'AddressUnreachable' }));
  const body = request.postData === undefined ? {} : { body: request.postData };
  const response = await handler(
    new Request(url, { method: request.method, headers: request.headers, ...body }),
  );
  await session.send('Fetch.fulfillRequest', {
    requestId,
    responseCode: response.status,
    responseHeaders: [...response.headers].map(([name, value]) => ({ name, value })),
    body: Buffer.from(await response.arrayBuffer()).toString('base64'),
  });
}
