import type { AskedViva, VivaChange } from '#contract/progress/viva-offer-calls';
import type { Reader, Writer } from '../../platform/database/database.ts';
import type { HeldTimes } from '../../submissions/extension-requests.ts';

type Of = { accountId: number; zone: string; now: number };

/** What the room of vivas does where a student who was told an hour asks for another one. All times in milliseconds. */
export type VivaHours = HeldTimes & {
  /** @throws 409 once it is too late for a change */
  requireEarly: (reader: Reader | Writer, of: Of & { batchId: number; startsAt: number }) => Promise<void>;
  /** Holds two free times, or as many as there are. @param of `since`: when the student can come */
  offer: (writer: Writer, of: Of & { requestId: number; since: number }) => Promise<void>;
  /** Moves the viva and tells the student. @throws 400, 409 where a room or examiners are missing */
  give: (writer: Writer, of: Of & { requestId: number; startsAt: number; by: number }) => Promise<void>;
  /** By request. */
  present: (
    reader: Reader,
    requests: readonly { accountId: number; requestId: number }[],
    of: Omit<Of, 'accountId'>,
  ) => Promise<Map<number, AskedViva>>;
  changeOf: (reader: Reader, of: Of & { batchId: number; startsAt: number }) => Promise<VivaChange | null>;
};
