import type { VivaTime } from '#contract/progress/viva-time-calls';
import type { Call } from '../../lib/calls/client.ts';

/** Null on failure, too: neither dashboard nor viva page waits for it. */
export async function readOwnViva(call: Call, s_id: string): Promise<VivaTime | null> {
  return call('readVivaTime', { params: { s_id } }).then(
    ({ time }) => time,
    () => null,
  );
}
