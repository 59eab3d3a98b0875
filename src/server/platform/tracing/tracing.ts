import type { Context } from '@opentelemetry/api';

/** Finished. */
type TracedCall = {
  /** `select`, `PutObject`, `send mail`: no address, parameter or name. */
  name: string;
  attributes: Readonly<Record<string, string>>;
  /** By `performance.now()`. */
  startedAt: number;
  hasFailed: boolean;
};

export type ObserveCall = (call: TracedCall) => void;

export type Tracing = {
  /** Child of `traceparent`. */
  beginRequest(method: string, headers: Readonly<Record<string, string | string[] | undefined>>): Context;
  /** @param route pattern, since addresses contain names and tokens */
  endRequest(trace: Context, answer: { id: string; method: string; route: string; status: number }): void;
  /** Of the current request. @param isAlone also without one */
  addCall(call: TracedCall, isAlone?: boolean): void;
  close(): Promise<void>;
};
