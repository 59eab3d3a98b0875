import type { AccessCheck, AccessRule } from '../../platform/http/register-endpoint.ts';
import type { Viewer } from './viewer.ts';

/** What the rule of a call with a session may look at. */
export type ViewerCheck = AccessCheck<Viewer>;
/** The access rule of a call with a session; `Resource` is what it hands to the handler. */
export type ViewerRule<Resource> = AccessRule<Viewer, Resource>;
