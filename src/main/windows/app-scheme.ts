import { readFile } from 'node:fs/promises';
import { extname, join, normalize, sep } from 'node:path';
import { WINDOW_KINDS } from './window-kind.ts';

/** The app's own origin. */
export const SCHEME = 'app';
const HOST = 'trickdesk';
export const APP_ORIGIN = `${SCHEME}://${HOST}`;

/**
 * Scripts only from our own files, never inline and never eval. Styles may be inline: Fluent and the toasts write
 * them at run time. The page talks to nobody; everything goes over the bridge.
 */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "media-src 'self'",
  "worker-src 'self'",
  "connect-src 'self'",
  "frame-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const HEADERS = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
} as const;

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.mp3': 'audio/mpeg',
};

/** Paths of the one page that all windows show. It reads the kind of its window from the path. */
const PAGES: ReadonlySet<string> = new Set(WINDOW_KINDS.map((kind) => (kind === 'main' ? '/' : `/${kind}`)));

const notFound = () => new Response('Not found', { status: 404, headers: HEADERS });

/** Serves the built renderer from `folder`: its own files and nothing above them. */
export function serveFolder(folder: string): (request: Request) => Promise<Response> {
  const root = normalize(folder + sep);
  return async (request) => {
    const { host, pathname } = new URL(request.url);
    const path = PAGES.has(pathname) ? '/index.html' : pathname;
    const type = TYPES[extname(path)];
    const file = fileAt(root, path);
    if (host !== HOST || request.method !== 'GET' || !type || file === null) return notFound();
    try {
      return new Response(new Uint8Array(await readFile(file)), {
        headers: { ...HEADERS, 'content-type': type },
      });
    } catch (error) {
      if (['ENOENT', 'EISDIR', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? ''))
        return notFound();
      throw error;
    }
  };
}

function fileAt(root: string, encoded: string): string | null {
  let path: string;
  try {
    path = decodeURIComponent(encoded);
  } catch (error) {
    if (error instanceof URIError) return null;
    throw error;
  }
  const file = normalize(join(root, path));
  return file.startsWith(root) && !path.includes('\0') ? file : null;
}
