import type { CurrentUser } from '#contract/accounts/calls';
import { isoInstant } from '#contract/dates';
import type { Call } from '../../lib/calls/client.ts';

/**
 * The permanent choice. The server ignores the names and the start date that are sent.
 * @returns 201 for a new selection, 200 for an existing one
 * @throws CallError
 */
export function selectProject(
  call: Call,
  { s_id, s_name }: CurrentUser,
  project: { id: string; name?: string },
  signal?: AbortSignal,
) {
  const body = {
    sp_id: s_id,
    sp_name: s_name,
    p_id: project.id,
    p_name: project.name,
    start_date: isoInstant(Date.now()),
  };
  return call('selectProject', { body, ...(signal && { signal }) });
}
