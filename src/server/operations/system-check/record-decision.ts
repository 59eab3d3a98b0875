import { recordAct } from '../../audit/record-act.ts';
import type { Writer } from '../../platform/database/database.ts';
import { counted } from './check.ts';

/** Writes into the audit log who has sent or dropped mail that had waited; null for an operator's command. */
export const recordDecision =
  (decision: 'send' | 'drop', actorId: number | null) =>
  (writer: Writer, at: number, count: number): Promise<void> =>
    recordAct(writer, {
      at,
      actorId,
      act: decision === 'send' ? 'send-held-mail' : 'drop-held-mail',
      subject: counted(count, 'mail'),
      before: null,
      after: null,
    });
