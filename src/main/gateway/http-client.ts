import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import axios from 'axios';
import type { AxiosInstance } from 'axios';

const LARGEST = 64 * 1024 * 1024;

const SYSTEM_NAMES: Partial<Record<NodeJS.Platform, string>> = {
  win32: 'Windows',
  darwin: 'macOS',
  linux: 'Linux',
};

/** Name of this computer in the list of sessions. */
const DEVICE = `TrickDesk on ${SYSTEM_NAMES[process.platform] ?? process.platform}`;

/** Axios as the gateway uses it: every status is an answer, nothing is followed, and sockets are kept. */
export function createHttpClient(): AxiosInstance {
  const sockets = { keepAlive: true, maxSockets: 512 };
  return axios.create({
    adapter: 'http',
    headers: { 'User-Agent': DEVICE },
    httpAgent: new HttpAgent(sockets),
    httpsAgent: new HttpsAgent(sockets),
    maxRedirects: 0,
    maxContentLength: LARGEST,
    maxBodyLength: LARGEST,
    validateStatus: () => true,
  });
}
