import { AsyncLocalStorage } from 'node:async_hooks';
import type { Context } from '@opentelemetry/api';

/** Of a request, what whatever is done for it may tell: its id, and its span where requests are traced. */
export type RequestOfWork = { readonly id: string; readonly trace: Context | null };

type Work = { kind: string; request: RequestOfWork | undefined };

const works = new AsyncLocalStorage<Work>();

/**
 * Runs work, and all that it begins, as of a kind: what all kinds share, such as connections, no kind may use up alone.
 * @param request what it is done for; by default what the work around it is done for
 */
export function runAs<T>(kind: string, work: () => T, request = works.getStore()?.request): T {
  return works.run({ kind, request }, work);
}

/** The kind of the work that runs at this moment. */
export function workKind(): string {
  return works.getStore()?.kind ?? 'other';
}

/** The request for which work runs at this moment; undefined where it is for none. */
export function requestOfWork(): RequestOfWork | undefined {
  return works.getStore()?.request;
}
