import type { NoticeKind } from '#contract/notices/notice-kinds';
import type { AsStored, Flag } from '../platform/database/schema.ts';
import type { PersonalTables } from '../platform/database/personal-tables.ts';
import type { SecretTables } from '../platform/database/secret-tables.ts';

declare module '../platform/database/schema.ts' {
  interface TablesByOwner {
    notices: {
      /** A row for each reader; removed after 90 days. */
      notices: {
        kind: NoticeKind;
        /** Unique within the kind: nobody is notified twice. */
        event: AsStored;
        /** What marks it as read when opened, such as `task:week-2`. */
        about: AsStored;
        /** Null once queued, and for kinds without mail. */
        mail_due_at: AsStored;
        /** As the two before, for kinds that version 1.0.0 does not know (`first-kinds.ts`). */
        later_mail_due_at: AsStored;
        is_later_daily: Flag;
        /** JSON (`Appointment`), which its mail has for the reader's calendar; null for most. */
        appointment: AsStored;
        /** Of kinds that a reader gets by mail once a day. */
        mailed_at: AsStored;
      };
      /** For unsubscribe links: 32 bytes in base64url. */
      mail_link_keys: AsStored;
      /** One row: the last day sent, `YYYY-MM-DD` in the academy's zone. */
      daily_mails: AsStored;
      /** Withdrawn ones stay, hidden. */
      announcements: {
        /** How many have seen it; a trigger maintains it. */
        seen_by: AsStored;
        /** That it is about, `YYYY-MM-DD`; null for none. */
        day: AsStored;
      };
      /** Not published yet. */
      planned_announcements: AsStored;
      announcement_views: AsStored;
    };
  }
}

export const noticesPersonal: PersonalTables = {
  notices: { owner: 'account_id', erase: 'delete' },
  mail_link_keys: { owner: 'account_id', erase: 'delete' },
  announcements: { owner: [], by: 'author_id', erase: 'keep' },
  planned_announcements: { owner: [], by: 'author_id', erase: 'keep' },
  // The announcement's count of views stays.
  announcement_views: { owner: 'account_id', erase: 'delete' },
};

export const noticesSecrets: SecretTables = {
  // Signs links that turn off mails, in mails of any age.
  mail_link_keys: {
    secret: 'secret',
    restore: 'keep',
    erasure: 'end',
    newPassword: 'keep',
    logOut: 'keep',
    suspension: 'keep',
  },
};
