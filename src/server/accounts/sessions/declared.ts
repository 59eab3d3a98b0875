import type { FastifyInstance } from 'fastify';
import type { Endpoint } from '#contract/wire/endpoint';
import type { AppContext } from '../../platform/context.ts';
import {
  registerPublicEndpoint,
  type CallOptions,
  type Handler,
  type PublicHandler,
} from '../../platform/http/register-endpoint.ts';
import { makeRegistrar } from './register-endpoint.ts';
import type { Viewer, ViewerRule } from './viewer.ts';

/** A call with its access rule and what it does, in the room that owns it; `registerDeclared` mounts it. */
export type Declared = { register: (server: FastifyInstance, context: AppContext) => void };

/** Declares a call that changes nothing, or one whose parts do not fit an act. */
export function read<const E extends Endpoint, Resource>(
  call: E,
  { who, run, ...options }: CallOptions & { who: ViewerRule<Resource>; run: Handler<E, Viewer, Resource> },
): Declared {
  return { register: (server, context) => makeRegistrar(server, context)(call, who, run, options) };
}

/** Declares a call that is the same for everybody: no session is looked up. */
export function readPublic<const E extends Endpoint>(
  call: E,
  { run, ...options }: CallOptions & { run: PublicHandler<E> },
): Declared {
  return { register: (server, context) => registerPublicEndpoint(server, context, call, run, options) };
}

export function registerDeclared(
  server: FastifyInstance,
  context: AppContext,
  declared: readonly Declared[],
): void {
  for (const { register } of declared) register(server, context);
}
