// Loaded before a utility process's own script: gives it `process.parentPort`.
import { EventEmitter } from 'node:events';

class ParentPort extends EventEmitter {
  postMessage(message: unknown): void {
    process.send?.(message);
  }
}
const parentPort = new ParentPort();
Object.defineProperty(process, 'parentPort', { value: parentPort, enumerable: true });

const early: unknown[] = [];
const deliver = (data: unknown) => parentPort.emit('message', { data, ports: [] });
process.on('message', (data) => {
  if (parentPort.listenerCount('message') > 0) deliver(data);
  else early.push(data);
});
// What came before the script listened is kept for it.
parentPort.on('newListener', (name) => {
  if (name === 'message') queueMicrotask(() => early.splice(0).forEach(deliver));
});
process.on('disconnect', () => process.exit(0));
