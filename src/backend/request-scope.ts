import { AsyncLocalStorage } from 'node:async_hooks';

/** A request that is answered. */
export interface RequestScope {
  readonly id: string;
  /** It has its answer, or nobody waits for it any more. */
  isOver: boolean;
}

const scopes = new AsyncLocalStorage<RequestScope | undefined>();

/** Does work as part of a request: what it logs bears the request's id. */
export const inRequest = <T>(scope: RequestScope | undefined, work: () => T): T => scopes.run(scope, work);

/** Work of the current request, to be run later by a queue. */
export const ofThisRequest = <T>(work: () => T): (() => T) => {
  const scope = scopes.getStore();
  return () => inRequest(scope, work);
};

/** Fields of a log line that say which request it is of. What a request has left behind is told from the request itself. */
export const requestFields = (): object => {
  const scope = scopes.getStore();
  if (!scope) return {};
  return scope.isOver ? { afterRequest: scope.id } : { requestId: scope.id };
};
