import type { Context } from '@opentelemetry/api';

/** What was done outside of this process for a request or a mail, told when it has ended. */
export type TracedCall = {
  /** Such as `select`, `PutObject`, `send mail`: never with an address, a parameter or a name of a person. */
  name: string;
  attributes: Readonly<Record<string, string>>;
  /** In milliseconds of `performance.now()`. */
  startedAt: number;
  hasFailed: boolean;
};

/** Hears of calls of the bucket when they have ended. */
export type ObserveCall = (call: TracedCall) => void;

/** Spans for an OpenTelemetry collector. */
export type Tracing = {
  /** Begins a request's span, below the one that the request's `traceparent` names. */
  beginRequest(method: string, headers: Readonly<Record<string, string | string[] | undefined>>): Context;
  /** @param route its pattern: the address may name a person or hold a token */
  endRequest(trace: Context, answer: { id: string; method: string; route: string; status: number }): void;
  /** Adds a span below the request that runs at this moment. @param isAlone whether it has one without any request, too */
  addCall(call: TracedCall, isAlone?: boolean): void;
  /** Sends what has been gathered, and ends. */
  close(): Promise<void>;
};
