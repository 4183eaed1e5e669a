import { parentPort, workerData } from 'node:worker_threads';
import { setTimeout as wait } from 'node:timers/promises';

/**
 * A thread that makes one small call at a steady pace. It does so whatever becomes of the one before (a call that hangs
 * must not hide those behind it), until it is sent anything; it answers with what each took, in ms, and its status.
 */
const { url, headers, everyMs } = workerData as {
  url: string;
  headers: Record<string, string>;
  everyMs: number;
};

const ask = async (): Promise<{ status: number; ms: number }> => {
  const began = performance.now();
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: '{}',
  });
  await answer.arrayBuffer();
  return { status: answer.status, ms: performance.now() - began };
};

let isOver = false;
parentPort?.once('message', () => {
  isOver = true;
});
const asked: ReturnType<typeof ask>[] = [];
while (!isOver) {
  asked.push(ask());
  await wait(everyMs);
}
parentPort?.postMessage(await Promise.all(asked));
