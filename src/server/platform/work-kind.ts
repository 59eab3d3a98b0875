import { AsyncLocalStorage } from 'node:async_hooks';

const kinds = new AsyncLocalStorage<string>();

/** Runs work, and all that it begins, as of a kind: what all kinds share, such as connections, no kind may use up alone. */
export function runAs<T>(kind: string, work: () => T): T {
  return kinds.run(kind, work);
}

/** The kind of the work that runs at this moment. */
export function workKind(): string {
  return kinds.getStore() ?? 'other';
}
