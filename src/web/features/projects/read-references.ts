import type { References } from '#contract/projects/calls';
import { toCallError } from '../../lib/calls/call-error.ts';
import type { Call } from '../../lib/calls/client.ts';

/** A project's name and references. @throws CallError, also for a malformed answer */
export async function readReferences(call: Call, p_id: string): Promise<References> {
  const record = await call('readReferences', { params: { p_id } });
  if (typeof record?.p_name !== 'string') throw toCallError(200, undefined);
  return record;
}
