import * as calls from './all-calls.ts';
import type { Endpoint } from './endpoint.ts';

type Calls = typeof calls;

type Endpoints = {
  [Name in keyof Calls as Calls[Name] extends Endpoint ? Name : never]: Calls[Name];
};

const isEndpoint = (value: unknown) => typeof value === 'object' && value !== null && 'method' in value;

/** By name. Browsers import types only, and `paths.ts`. */
export const endpoints = Object.fromEntries(
  Object.entries(calls).filter(([, value]) => isEndpoint(value)),
) as Endpoints;

export type EndpointName = keyof typeof endpoints;
