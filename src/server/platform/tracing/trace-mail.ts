import type { Sender } from '../mail/smtp-sender.ts';
import type { Tracing } from './tracing.ts';

/** Without recipient or text. */
export function traceMail(tracing: Tracing | null, send: Sender): Sender {
  if (tracing === null) return send;
  return async (mail) => {
    const startedAt = performance.now();
    const outcome = await send(mail);
    const attributes = { 'capstone.outcome': outcome.kind };
    tracing.addCall({ name: 'send mail', attributes, startedAt, hasFailed: outcome.kind !== 'sent' }, true);
    return outcome;
  };
}
