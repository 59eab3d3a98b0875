import { listMail, readMail } from '#server/platform/mail/outbox-admin';
import type { Portal } from './portal.ts';

/** A mail server that is not there: what is written waits in the database. */
export const deadMailServer = 'smtp://127.0.0.1:9';

/** Lets a portal that runs already send mail; its pages still say that it does not. */
export function withMail({ url, context }: Portal): void {
  Object.assign(context.settings, {
    smtpUrl: deadMailServer,
    requireConfirmedEmail: true,
    publicUrl: new URL(url),
  });
}

/** The one-time link in the newest mail to an address, at the portal's port, which it may not know itself. */
export async function newestLink({ context, url }: Portal, email: string): Promise<string> {
  for (const { id } of await listMail(context, 20)) {
    const { recipient, text } = await readMail(context, id);
    const link = /http\S+\?token=[\w-]{43}/.exec(text)?.[0];
    if (recipient !== email || link === undefined) continue;
    const { pathname, search } = new URL(link);
    return url + pathname + search;
  }
  throw new Error(`no mail with a link has gone to ${email}`);
}
