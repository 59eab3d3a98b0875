import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, type Span, type Context } from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
  type Sampler,
} from '@opentelemetry/sdk-trace';
import type { TracingSettings } from '../settings/settings.ts';
import { requestOfWork } from '../work-kind.ts';

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

function samplerOf({ sampler, samplerArgument }: TracingSettings): Sampler {
  const [, isParentBased, name] = /^(parentbased_)?(.*)$/.exec(sampler) as unknown as [
    string,
    string?,
    string?,
  ];
  let root: Sampler = new AlwaysOnSampler();
  if (name === 'always_off') root = new AlwaysOffSampler();
  if (name === 'traceidratio') root = new TraceIdRatioBasedSampler(samplerArgument);
  return isParentBased === undefined ? root : new ParentBasedSampler({ root });
}

const propagator = new W3CTraceContextPropagator();
const header = {
  keys: (headers: object) => Object.keys(headers),
  get: (headers: Readonly<Record<string, string | string[] | undefined>>, name: string) => headers[name],
};

/** `OTEL_EXPORTER_OTLP_…` configures the library, which drops refused spans. */
export function openTracing(settings: TracingSettings): Tracing {
  const provider = new TracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': settings.serviceName }))
      .merge(detectResources({ detectors: [envDetector] })),
    sampler: samplerOf(settings),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  });
  const tracer = provider.getTracer('capstone');
  const fail = (span: Span): Span => span.setStatus({ code: SpanStatusCode.ERROR });

  return {
    beginRequest(method, headers) {
      const parent = propagator.extract(ROOT_CONTEXT, headers, header);
      return trace.setSpan(parent, tracer.startSpan(method, { kind: SpanKind.SERVER }, parent));
    },
    endRequest(traced, { id, method, route, status }) {
      const span = trace.getSpan(traced);
      if (span === undefined) return;
      span.updateName(`${method} ${route}`).setAttributes({
        'http.request.method': method,
        'http.route': route,
        'http.response.status_code': status,
        'capstone.request_id': id,
      });
      if (status >= 500) fail(span);
      span.end();
    },
    addCall({ name, attributes, startedAt, hasFailed }, isAlone = false) {
      const parent = requestOfWork()?.trace ?? null;
      if (parent === null && !isAlone) return;
      const options = { kind: SpanKind.CLIENT, startTime: startedAt, attributes };
      const span = tracer.startSpan(name, options, parent ?? ROOT_CONTEXT);
      if (hasFailed) fail(span);
      span.end();
    },
    close: () => provider.shutdown(),
  };
}
