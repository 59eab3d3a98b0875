import type { Context } from '@opentelemetry/api';

/** A finished call to another system. */
type TracedCall = {
  /** Such as `select`, `PutObject`, `send mail`: no address, parameter or person's name. */
  name: string;
  attributes: Readonly<Record<string, string>>;
  /** In milliseconds of `performance.now()`. */
  startedAt: number;
  hasFailed: boolean;
};

export type ObserveCall = (call: TracedCall) => void;

export type Tracing = {
  /** A child of the request's `traceparent`. */
  beginRequest(method: string, headers: Readonly<Record<string, string | string[] | undefined>>): Context;
  /** @param route its pattern: an address may contain a name or token */
  endRequest(trace: Context, answer: { id: string; method: string; route: string; status: number }): void;
  /** Belongs to the current request. @param isAlone whether to add it without a request, too */
  addCall(call: TracedCall, isAlone?: boolean): void;
  close(): Promise<void>;
};
