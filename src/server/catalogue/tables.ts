import type { Generated } from 'kysely';
import type { MailName } from '#contract/mail-words';
import type { TextAddress, TextPage } from '#contract/screens';
import type { PersonalTables } from '../platform/database/personal-tables.ts';

declare module '../platform/database/schema.ts' {
  interface TablesByOwner {
    catalogue: {
      /** At most one row. `words` is JSON; a logo is a file name, a blank and base64. */
      academy_face: {
        id: number;
        words: string;
        logo_light: string | null;
        logo_dark: string | null;
        /** Null for the setting's. */
        zone: Generated<string | null>;
        changed_at: number;
      };
      /** The operator's Markdown for a page; without a row the default shows. */
      operator_texts: { page: TextPage; text: string; sha256: string; changed_at: number };
      /** In other languages. */
      translated_texts: {
        page: Exclude<TextAddress, TextPage>;
        text: string;
        sha256: string;
        changed_at: number;
      };
      /** The office's words of mails; without a row ours are sent. `body` is Markdown. */
      mail_words: { mail: MailName; subject: string; body: string; changed_by: number; changed_at: number };
      /** One row once the sample was removed: no start loads it again. */
      sample_removal: { id: number; removed_at: number };
    };
  }
}

export const cataloguePersonal: PersonalTables = {
  mail_words: { of: [], by: 'changed_by', erase: 'keep' },
};
