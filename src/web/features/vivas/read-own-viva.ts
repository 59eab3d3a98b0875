import type { OwnVivaTime } from '#contract/progress/viva-time-calls';
import type { Call } from '../../lib/calls/client.ts';

/** No time on failure, too: neither dashboard nor viva page waits for it. */
export const readOwnViva = (call: Call, s_id: string): Promise<OwnVivaTime> =>
  call('readVivaTime', { params: { s_id } }).catch(() => ({ time: null }));
