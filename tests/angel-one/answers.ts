import type { ServerResponse } from 'node:http';
import type { AnswerFault } from './script.ts';

export interface Envelope {
  readonly status: boolean;
  readonly message: string;
  readonly errorcode: string;
  readonly data: unknown;
}

/** The API's own envelope. */
export const yes = (data: unknown): Envelope => ({ status: true, message: 'SUCCESS', errorcode: '', data });
export const no = (errorcode: string, message: string): Envelope => ({
  status: false,
  message,
  errorcode,
  data: null,
});

/** The gateway's, which writes `errorCode`. */
const gateway = (errorCode: string, message: string) => ({ success: false, message, errorCode, data: '' });
export const GATEWAY = {
  session: gateway('AG8001', 'Invalid Token'),
  key: gateway('AG8004', 'Invalid API Key'),
  address: gateway('AG7002', 'Access denied: Unregistered IP address. Register your IP before retrying.'),
};

const PAGE =
  '<html><head><title>Request Rejected</title></head><body>The requested URL was rejected. Your support ID is: 1234567890</body></html>';

const sendJson = (response: ServerResponse, body: unknown): void => {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};
const sendText = (response: ServerResponse, status: number, type: string, text: string): void => {
  response.writeHead(status, { 'content-type': type }).end(text);
};

/** Sends a body, or what the script has in its place. */
export const send = (response: ServerResponse, fault: AnswerFault, body: unknown): void => {
  if (typeof fault === 'object')
    return sendText(response, fault.status ?? 200, 'application/json', fault.text);
  switch (fault) {
    case 'normal':
      return sendJson(response, body);
    case 'none':
      return;
    case 'drop':
      response.socket?.destroy();
      return;
    case 'html':
      return sendText(response, 200, 'text/html', PAGE);
    case 'empty':
      return sendText(response, 200, 'application/json', '');
    case 'empty-400':
      return sendText(response, 400, 'application/json', '');
    case 'garbled':
      return sendText(response, 200, 'application/json', JSON.stringify(body).slice(0, -12));
    case 'server-error':
      return sendText(response, 502, 'application/json', JSON.stringify(no('AB2001', 'Internal Error')));
    case 'rate':
      return sendText(response, 403, 'text/plain', 'Access denied because of exceeding access rate');
    case 'bare-403':
      return sendText(response, 403, 'text/plain', '');
    case 'session':
    case 'address':
      return sendJson(response, GATEWAY[fault]);
  }
};
