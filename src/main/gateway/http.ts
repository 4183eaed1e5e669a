import type { AxiosError, AxiosInstance } from 'axios';

/** Where a backend is, and what opens its door. */
export interface Target {
  /** Origin without a trailing slash. */
  readonly baseUrl: string;
  readonly apiToken: string;
}

export interface HttpRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
}

export interface HttpAnswer {
  readonly status: number;
  /** Parsed JSON, or text when it is none. */
  readonly body: unknown;
}

/** Sends a request; every HTTP status is an answer. Rejects with NotSentError or NoAnswerError. */
export type Send = (target: Target, request: HttpRequest) => Promise<HttpAnswer>;

/** The request never left: nothing can have been done. */
export class NotSentError extends Error {
  override readonly name = 'NotSentError';
}
/** The request may have arrived, and no answer came. */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';
}

const NEVER_SENT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'CERT_HAS_EXPIRED',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'ERR_FR_MAX_BODY_LENGTH_EXCEEDED',
  'ERR_BAD_OPTION_VALUE',
]);
const isLoopback = (baseUrl: string) => /^http:\/\/(127\.0\.0\.1|localhost|\[::1\])(:|$)/.test(baseUrl);

/** The one HTTP client of the app. It is loaded with the first request, so that the window does not wait for it. */
export function createHttp(): Send {
  let loading: Promise<AxiosInstance> | undefined;
  return async (target, { method, path, query, body, headers, timeoutMs }) => {
    const client = await (loading ??= import('./http-client.ts').then((loaded) => loaded.createHttpClient()));
    try {
      const { status, data } = await client.request<unknown>({
        method,
        url: target.baseUrl + path,
        params: query,
        data: body,
        headers,
        timeout: timeoutMs,
        // The timeout above starts with the connection; this one counts from now, whatever happens.
        signal: AbortSignal.timeout(timeoutMs),
        ...(isLoopback(target.baseUrl) && { proxy: false }),
      });
      return { status, body: data };
    } catch (error) {
      const { code = '', message } = error as AxiosError;
      throw NEVER_SENT.has(code) ? new NotSentError(message) : new NoAnswerError(message);
    }
  };
}
