import type { Context } from '@opentelemetry/api';

/** A finished call outside this process, for a request or a mail. */
export type TracedCall = {
  /** Such as `select`, `PutObject`, `send mail`: never with an address, parameter or person's name. */
  name: string;
  attributes: Readonly<Record<string, string>>;
  /** In milliseconds of `performance.now()`. */
  startedAt: number;
  hasFailed: boolean;
};

export type ObserveCall = (call: TracedCall) => void;

/** Spans for an OpenTelemetry collector. */
export type Tracing = {
  /** Begins a request's span, as a child of its `traceparent`. */
  beginRequest(method: string, headers: Readonly<Record<string, string | string[] | undefined>>): Context;
  /** @param route its pattern: an address may contain a name or token */
  endRequest(trace: Context, answer: { id: string; method: string; route: string; status: number }): void;
  /** Adds a span to the current request. @param isAlone whether to add it without a request, too */
  addCall(call: TracedCall, isAlone?: boolean): void;
  /** Sends pending spans and closes. */
  close(): Promise<void>;
};
