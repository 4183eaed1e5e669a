import { EventEmitter } from 'node:events';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { expect, it } from 'vitest';
import { Connections } from './connections.ts';

/** More than all users together may have. */
const MANY = 2_100;

class StandIn extends EventEmitter {
  destroyed = false;
  destroy(): void {
    this.destroyed = true;
  }
}

const newSocket = () => new StandIn() as unknown as Socket;

it('a connection between two servers counts for the user whose request it carries, and then for nobody', () => {
  const connections = new Connections();
  const server = new EventEmitter() as Server;
  connections.watch(server);
  const honest = newSocket();
  server.emit('connection', honest);
  connections.isKnown(honest, 1);
  const idle = Array.from({ length: MANY }, () => newSocket());
  for (const socket of idle) connections.carries(socket, 2)();
  expect(idle.some(({ destroyed }) => destroyed)).toBe(false);
  const carrying = Array.from({ length: MANY }, () => newSocket());
  for (const socket of carrying) connections.carries(socket, 2);
  expect(carrying.filter(({ destroyed }) => !destroyed).length).toBeLessThan(server.maxConnections - 512);
  expect(carrying[0]?.destroyed).toBe(true);
  expect(honest.destroyed).toBe(false);
});
