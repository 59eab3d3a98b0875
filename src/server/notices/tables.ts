import type { Generated } from 'kysely';
import type { NoticeKind } from '#contract/notices/notice-kinds';
import type { Flag, Id } from '../platform/database/schema.ts';
import type { PersonalTables } from '../platform/database/personal-tables.ts';
import type { SecretTables } from '../platform/database/secret-tables.ts';

declare module '../platform/database/schema.ts' {
  interface TablesByOwner {
    notices: {
      /** A row for each reader; removed after 90 days. */
      notices: {
        id: Id;
        account_id: number;
        kind: NoticeKind;
        /** Unique within the kind: nobody is notified twice. */
        event: string;
        /** What marks it as read when opened, such as `task:week-2`. */
        about: string;
        text: string;
        href: string;
        created_at: number;
        read_at: number | null;
        /** Null once queued, and for kinds without mail. */
        mail_due_at: number | null;
        is_daily: Flag;
        /** As the two before, for kinds that version 1.0.0 does not know (`first-kinds.ts`). */
        later_mail_due_at: Generated<number | null>;
        is_later_daily: Generated<Flag>;
        /** JSON (`Appointment`), which its mail has for the reader's calendar; null for most. */
        appointment: Generated<string | null>;
        /** Of kinds that a reader gets by mail once a day. */
        mailed_at: Generated<number | null>;
      };
      /** For unsubscribe links: 32 bytes in base64url. */
      mail_link_keys: { account_id: number; secret: string };
      /** One row: the last day sent, `YYYY-MM-DD` in the academy's zone. */
      daily_mails: { id: number; day: string };
      /** Withdrawn ones stay, hidden. */
      announcements: {
        id: Id;
        batch_id: number;
        author_id: number;
        text: string;
        created_at: number;
        pinned_until: number;
        withdrawn_at: number | null;
        told: number;
        /** How many have seen it; a trigger maintains it. */
        seen_by: Generated<number>;
        edits: Generated<number>;
        /** That it is about, `YYYY-MM-DD`; null for none. */
        day: string | null;
      };
      /** Not published yet. */
      planned_announcements: {
        id: Id;
        batch_id: number;
        author_id: number;
        text: string;
        publish_at: number;
        pinned_until: number;
        day: string | null;
      };
      announcement_views: { announcement_id: number; account_id: number };
    };
  }
}

export const noticesPersonal: PersonalTables = {
  notices: { of: 'account_id', erase: 'delete' },
  mail_link_keys: { of: 'account_id', erase: 'delete' },
  announcements: { of: [], by: 'author_id', erase: 'keep' },
  planned_announcements: { of: [], by: 'author_id', erase: 'keep' },
  // The announcement's count of views stays.
  announcement_views: { of: 'account_id', erase: 'delete' },
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
