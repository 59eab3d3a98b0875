import type { MailName } from '#contract/mail-words';
import type { TextAddress, TextPage } from '#contract/screens';
import type { PersonalTables } from '../platform/database/personal-tables.ts';
import type { AsStored } from '../platform/database/schema.ts';

declare module '../platform/database/schema.ts' {
  interface TablesByOwner {
    catalogue: {
      /** At most one row. `words` is JSON; a logo is a file name, a blank and base64. */
      academy_face: {
        /** Null for the setting's. */
        zone: AsStored;
      };
      /** The operator's Markdown for a page; without a row the default shows. */
      operator_texts: {
        page: TextPage;
      };
      /** In other languages. */
      translated_texts: {
        page: Exclude<TextAddress, TextPage>;
      };
      /** The office's words of mails; without a row ours are sent. `body` is Markdown. */
      mail_words: {
        mail: MailName;
      };
      /** One row once the sample was removed: no start loads it again. */
      sample_removal: AsStored;
    };
  }
}

export const cataloguePersonal: PersonalTables = {
  mail_words: { owner: [], by: 'changed_by', erase: 'keep' },
};
