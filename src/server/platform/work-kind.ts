import { AsyncLocalStorage } from 'node:async_hooks';
import type { Context } from '@opentelemetry/api';
import type { RequestTurn } from './http/limits/request-turns.ts';

/** For tracing and the log; the span is null without tracing. */
export type RequestOfWork = {
  readonly id: string;
  readonly trace: Context | null;
  readonly turn?: RequestTurn | null;
};

type Work = { kind: string; request: RequestOfWork | undefined };

const works = new AsyncLocalStorage<Work>();

/**
 * Shared resources such as connections are shared out by kind.
 * @param request by default that of the surrounding work
 */
export function runAs<T>(kind: string, work: () => T, request = works.getStore()?.request): T {
  return works.run({ kind, request }, work);
}

export function workKind(): string {
  return works.getStore()?.kind ?? 'other';
}

/** Undefined outside requests. */
export function requestOfWork(): RequestOfWork | undefined {
  return works.getStore()?.request;
}

/** For work of other threads and machines: its request is not charged, and gives its turn to others. */
export function elsewhere<T>(work: () => Promise<T>): Promise<T> {
  const turn = requestOfWork()?.turn;
  return turn ? turn.elsewhere(work) : work();
}
